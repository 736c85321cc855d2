// The map of the documents: every section and paragraph, and what the software makes of it.

import { documentText } from "../document.js";
import { get } from "../api.js";
import { h, stacks } from "../dom.js";

const STATUSES = ["acted on", "procedure", "out of scope", "open"];

/** Each status that there is, with its number and share in words. */
function shares(statuses) {
  const total = STATUSES.reduce((sum, status) => sum + (statuses[status] ?? 0), 0);
  return STATUSES.filter((status) => statuses[status]).map((status) => [
    status,
    `${statuses[status].toLocaleString("en-US")} ${status} (${((100 * statuses[status]) / total).toFixed(1)}%)`,
  ]);
}

function share(statuses) {
  return shares(statuses)
    .map(([, text]) => text)
    .join(", ");
}

function statusClass(status) {
  return `share ${status.replaceAll(" ", "-")}`;
}

/** A bar with a part for each status; its figures stand beside it in words. */
function bar(statuses) {
  const total = STATUSES.reduce((sum, status) => sum + (statuses[status] ?? 0), 0) || 1;
  return h(
    "span",
    { class: "share-bar", role: "img", "aria-label": share(statuses) },
    STATUSES.map((status) => {
      const part = h("span", { class: statusClass(status), title: `${statuses[status] ?? 0} ${status}` });
      part.style.width = `${(100 * (statuses[status] ?? 0)) / total}%`;
      return part;
    }),
  );
}

async function all(place) {
  const map = await get("/rules");
  place.append(
    h("header", { class: "page-head" }, h("h1", {}, "Map of the rules")),
    h("p", {}, "Every paragraph of the documents and what acts on it."),
    h(
      "ul",
      { class: "shares", "aria-label": "What the colours mean" },
      shares(map.statuses).map(([status, text]) => h("li", {}, h("span", { class: statusClass(status), "aria-hidden": "true" }), text)),
    ),
  );
  for (const [document, heading] of Object.entries(map.documents)) {
    const own = map.sections.filter((section) => section.document === document);
    place.append(
      h(
        "details",
        { class: "panel", open: true },
        h("summary", {}, h("h2", {}, heading)),
        h(
          "div",
          { class: "scroll", tabindex: "0", role: "region", "aria-label": heading },
          stacks(h(
            "table",
            {},
            h("thead", {}, h("tr", {}, ["Section", "About", "Paragraphs"].map((head) => h("th", { scope: "col" }, head)))),
            h(
              "tbody",
              {},
              own.map((section) =>
                h(
                  "tr",
                  {},
                  h("td", {}, h("a", { href: `#/rules/${encodeURIComponent(section.section)}` }, section.section)),
                  h("td", {}, section.heading),
                  h("td", {}, bar(section.statuses)),
                ),
              ),
            ),
          )),
        ),
      ),
    );
  }
}

async function one(place, number) {
  const section = await get("/rules/section", { number });
  document.title = `${section.section} · Houseway`;
  place.append(
    h(
      "header",
      { class: "page-head" },
      h(
        "div",
        {},
        h("h1", {}, `${section.section}  ${section.heading}`),
        h("p", { class: "sub" }, section.document, section.formerly && `, formerly ${section.formerly}`),
        Object.entries(section.now).map(([number, heading]) =>
          h(
            "p",
            { class: "sub" },
            `${section.section} was the number of what is now `,
            h("a", { href: `#/rules/${encodeURIComponent(number)}` }, `${number} (${heading})`),
            ".",
          ),
        ),
      ),
      h("nav", { class: "links", "aria-label": "Rules" }, h("a", { href: "#/rules" }, "All sections")),
    ),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Paragraphs" },
      stacks(h(
        "table",
        { class: "paragraphs" },
        h(
          "thead",
          {},
          h("tr", {}, ["Paragraph", "Is", "By", ...(section.has_text ? ["Text"] : [])].map((head) => h("th", { scope: "col" }, head))),
        ),
        h(
          "tbody",
          {},
          section.entries.map((entry) =>
            h(
              "tr",
              { class: entry.named ? "cited" : null },
              h("td", {}, entry.number.replace(section.section, "").trim() || section.section),
              h("td", {}, h("span", { class: `status ${entry.status.replaceAll(" ", "-")}` }, entry.status)),
              h("td", {}, entry.why && h("p", {}, entry.why), entry.by.map((by) => h("code", {}, by))),
              section.has_text && h("td", { class: "words document" }, entry.text ? documentText(entry.text) : "The text has no such paragraph."),
            ),
          ),
        ),
      )),
    ),
  );
  place.querySelector(".cited")?.scrollIntoView({ block: "center" });
}

export async function open(place, { argument }) {
  await (argument ? one(place, argument) : all(place));
}
