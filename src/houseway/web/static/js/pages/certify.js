// Certificates: of a game's price to download in every form, and one uploaded to be recomputed by single rounds.

import { get } from "../api.js";
import { h, show, stacks, working } from "../dom.js";
import { download, openButton } from "../own.js";
import { whenDone, whenReady } from "../prices.js";
import { gameLink, percent, sentence, wagerName } from "../text.js";

const SECONDS = 10;

function bytes(text) {
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
}

/** The print page in a window of its own, so that the browser's print makes a PDF of it. */
function printed(html) {
  const url = URL.createObjectURL(new Blob([html], { type: "text/html" }));
  window.open(url, "_blank", "noopener");
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function downloads(found) {
  const name = `${found.certificate.game}-certificate`;
  const facts = [
    ["Game", `${found.certificate.name} (${found.certificate.edition})`],
    ["Method", found.certificate.method],
    ["Issued", found.certificate.issued],
    ["Hash of the game", found.certificate.game_hash],
    ["Digest", found.certificate.digest],
  ];
  return h(
    "div",
    { class: "panel stacked" },
    h("dl", { class: "facts" }, facts.map(([term, words]) => [h("dt", {}, term), h("dd", {}, words)])),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "primary", onclick: () => download(`${name}.json`, found.json, "application/json") }, "JSON"),
      h("button", { type: "button", onclick: () => download(`${name}.html`, found.html, "text/html") }, "Page for print"),
      h("button", { type: "button", onclick: () => printed(found.html) }, "Open the page"),
      h("button", { type: "button", onclick: () => download(`${name}.xlsx`, bytes(found.xlsx), "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet") }, "XLSX"),
      h("button", { type: "button", onclick: () => download(`${name}.csv`, found.csv, "text/csv") }, "CSV"),
    ),
  );
}

function verdicts(found) {
  const rows = found.findings.map((one) =>
    h(
      "tr",
      { class: one.verdict === "contradicted" ? "bad" : null },
      h("th", { scope: "row" }, one.figure === "main" ? "The game" : wagerName(one.figure.replace(/^side_bets\./, ""))),
      h("td", {}, one.verdict),
      h("td", { class: "figure" }, one.certified === undefined ? "" : percent(one.certified, 4)),
      h("td", { class: "figure" }, one.found === undefined ? "" : percent(one.found, 4)),
      h("td", { class: "figure" }, one.error === undefined ? "" : `± ${percent(one.error, 4)}`),
      h("td", {}, one.said),
    ),
  );
  return [
    h("p", { class: found.holds ? "panel good" : "panel fault" }, found.holds ? "Nothing contradicts the certificate." : "The certificate does not hold."),
    found.faults.map((fault) => h("p", { class: "fault" }, sentence(fault))),
    rows.length > 0 &&
      h(
        "div",
        { class: "panel scroll", tabindex: "0", role: "region", "aria-label": "Findings" },
        stacks(h(
          "table",
          {},
          h("thead", {}, h("tr", {}, ["Figure", "Verdict", "Certified", "Found", "Error", "How"].map((head) => h("th", { scope: "col" }, head)))),
          h("tbody", {}, rows),
        )),
      ),
    h("p", { class: "tip" }, `${found.rounds.toLocaleString("en-US")} rounds were dealt, played and settled one by one.`),
  ];
}

export async function open(place, { argument, query }) {
  let left = false;
  const house = query.get("house") ?? "";
  const made = h("section", { class: "stacked", "aria-live": "polite", "aria-label": "Certificate" });
  const checked = h("section", { class: "stacked", "aria-live": "polite", "aria-label": "Recomputed" });
  const recompute = async (text) => {
    try {
      show(checked, working("Playing rounds…", 0));
      const found = await whenDone("/certify", { certificate: text, seconds: SECONDS }, (done) => show(checked, working("Playing rounds…", done)), () => left);
      if (!found) return;
      if (found.state !== "ready") throw new Error(`It was not recomputed: ${found.reason}.`);
      show(checked, verdicts(found));
    } catch (error) {
      if (!left) show(checked, h("p", { class: "panel fault" }, error.message));
    }
  };
  const game = argument && (await get("/game", { id: argument, house }));
  place.append(
    h(
      "header",
      { class: "page-head" },
      h("div", {}, h("h1", {}, game ? `Certificate of ${game.name}` : "Certificates"), h("p", { class: "sub" }, game ? game.edition : "A price with all that it rests on.")),
      game && h("nav", { class: "links", "aria-label": "This game" }, h("a", { href: gameLink("odds", argument, JSON.parse(house || "{}")) }, "Odds")),
    ),
    game ? made : "",
    h(
      "section",
      { class: "panel stacked no-print" },
      h("h2", {}, "Recompute a certificate"),
      h("p", {}, "A certificate in JSON is recomputed by a second, slow path: rounds dealt, played and settled one by one."),
      h("div", { class: "row" }, openButton("Open a certificate", ".json", recompute)),
    ),
    checked,
  );
  const write = async () => {
    try {
      show(made, working("Counting…", 0));
      const found = await whenReady("/certificate", { id: argument, house }, (done) => show(made, working("Counting…", done)), () => left);
      if (!found) return;
      show(made, found.state === "ready" ? downloads(found) : h("p", { class: "panel" }, `There is no price to certify: ${found.reason}.`));
    } catch (error) {
      if (!left) show(made, h("p", { class: "panel fault" }, error.message));
    }
  };
  if (game) write();
  return () => {
    left = true;
  };
}
