"""`houseway certify`: recompute a certificate by single rounds and say what was confirmed."""

from rich.markup import escape

from houseway.certify import certify
from houseway.commands.odds import watched
from houseway.commands.output import console, table, write_json
from houseway.odds.certificate import read_certificate
from houseway.odds.page import percent
from houseway.odds.pricing import Question


def run(path: str, seconds: float, seed: int, json: bool, game: str = "") -> int:
    """Status 0 if nothing contradicts the certificate; `game`: the file of one that the rulebook does not have."""
    certificate = read_certificate(path)
    with watched(Question(game or certificate["game"])) as progress:
        report = certify(certificate, seconds, seed, progress, game)
    if json:
        write_json({"game": certificate["game"], "digest": certificate["digest"], **report.as_json()}, indent=True)
        return 0 if report.holds else 1
    out = console()
    out.print(f"[bold]{escape(certificate['name'])}[/bold]  {escape(certificate['digest'])}")
    for fault in report.faults:
        out.print(f"[bold red]{escape(fault)}[/bold red]")
    rows = [
        (
            finding.figure,
            finding.verdict,
            "" if finding.certified is None else percent(finding.certified),
            "" if finding.found is None else percent(finding.found),
            "" if finding.error is None else f"± {percent(finding.error)}",
            finding.said,
        )
        for finding in report.findings
    ]
    if rows:
        out.print(table(("figure", "verdict", "certified", "found", "error", "how"), rows))
    out.print(report.said)
    return 0 if report.holds else 1
