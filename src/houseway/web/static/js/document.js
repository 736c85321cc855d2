// The words of the documents: paragraphs as they are written, and what stands in columns as a table.

import { h } from "./dom.js";

/** A text of the documents; lines with tabs that follow each other are the rows of a table. */
export function documentText(text) {
  const parts = [];
  for (const line of text.split("\n")) {
    const kind = line.includes("\t") ? "table" : "p";
    if (parts.at(-1)?.kind !== kind) parts.push({ kind, lines: [] });
    parts.at(-1).lines.push(line);
  }
  return parts.map(({ kind, lines }) => {
    if (kind === "p") return h("p", {}, lines.join("\n"));
    const rows = lines.map((line) => line.split("\t"));
    const width = Math.max(...rows.map((row) => row.length));
    return h(
      "table",
      {},
      h("tbody", {}, rows.map((row) => h("tr", {}, Array.from({ length: width }, (_, at) => h("td", {}, row[at]?.trim() ?? ""))))),
    );
  });
}
