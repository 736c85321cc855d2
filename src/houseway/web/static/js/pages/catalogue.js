// The catalogue: every game to find by words, family, jurisdiction and wagers, and files of one's own.

import { cardElement } from "../art/cards.js";
import { get, post, session } from "../api.js";
import { announce, attempt, confirmed, h, show } from "../dom.js";
import { download, faultPlace, openButton } from "../own.js";
import { counted, FAMILIES, familyName, gameLink, moment, PLACES, playerName, sentence, wagerName } from "../text.js";

const MOST_WAGERS = 8;
const FILES = "houseway.files"; // the paths that were opened in this browser

/** A game's wagers as its own layout names them. */
function wagersOf(game) {
  return game.wagers.map((name) => wagerName(name, game.labels));
}

function gameElement(game) {
  const more = game.wagers.length - MOST_WAGERS;
  const wagers = `${wagersOf(game).slice(0, MOST_WAGERS).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  const place = PLACES[game.jurisdiction] ?? game.jurisdiction;
  const rule = game.rule.replace(`${game.jurisdiction} `, "");
  return h(
    "li",
    { class: "game", "data-game": game.id },
    h(
      "p",
      { class: "meta" },
      `${familyName(game.family)} · ${place} `,
      h("span", { class: "whole" }, rule),
    ),
    h("h2", {}, game.name),
    h("p", {}, game.summary),
    game.kind && ownWords(game),
    game.fault && h("p", { class: "fault" }, `${sentence(game.fault.message)} (${faultPlace(game.fault)})`),
    wagers && h("p", { class: "meta" }, wagers),
    h(
      "div",
      { class: "links" },
      game.live && h("a", { class: "go", href: gameLink("play", game.id), "aria-label": `Play ${game.name}` }, "Play"),
      h("a", { href: gameLink("sheet", game.id), "aria-label": `Rules of ${game.name}` }, "Rules"),
      h("a", { href: gameLink("odds", game.id), "aria-label": `Odds of ${game.name}` }, "Odds"),
      game.live && h("a", { href: gameLink("trainer", game.id), "aria-label": `Train ${game.name}` }, "Train"),
      game.kind && game.author && h("a", { href: gameLink("editor", game.id), "aria-label": `Edit ${game.name}` }, "Edit"),
      game.kind &&
        h(
          "button",
          { type: "button", class: "quiet", "aria-label": `Download ${game.name}`, onclick: () => keep(game) },
          "Download",
        ),
      game.kind === "stored" &&
        game.author &&
        h("button", { type: "button", class: "quiet", "aria-label": `Remove ${game.name}`, onclick: () => remove(game) }, "Remove"),
      game.opened &&
        h("button", { type: "button", class: "quiet", "aria-label": `Forget ${game.name}`, onclick: () => forgetFile(game) }, "Forget"),
    ),
  );
}

/** Where a game of one's own comes from. */
function ownWords(game) {
  const words =
    game.kind === "file"
      ? `A file of your own, read anew when it is edited: ${game.id}`
      : `Uploaded by ${playerName(game.by)}, version ${game.version}, ${moment(game.at)}`;
  return h("p", { class: "meta own-from" }, words);
}

async function keep(game) {
  const found = await attempt(() => get("/game-text", { id: game.id }));
  if (found) download(`${game.id.replace(/^.*\/|\.toml$/g, "")}.toml`, found.text);
}

async function remove(game) {
  if (!(await confirmed(`Take ${game.name} out of the catalogue? Its versions and rounds are kept.`, "Remove"))) return;
  if (await attempt(() => post("/own-games/remove", { id: game.id }))) dispatchEvent(new HashChangeEvent("hashchange"));
}

/** The paths that were opened in this browser. */
function openedFiles() {
  return JSON.parse(localStorage.getItem(FILES) ?? "[]");
}

function rememberFiles(paths) {
  localStorage.setItem(FILES, JSON.stringify([...new Set(paths)]));
}

/** A file by its path, as a line of the catalogue. */
async function openedFile(path, author) {
  const game = await get("/game", { id: path });
  const labels = { ...Object.fromEntries(game.spots.map((spot) => [spot.name, spot.label])), ...game.labels };
  return { ...game, labels, wagers: game.spots.map((spot) => spot.name), kind: "file", opened: true, fault: game.own?.fault, author };
}

function forgetFile(game) {
  rememberFiles(openedFiles().filter((path) => path !== game.id));
  dispatchEvent(new HashChangeEvent("hashchange"));
}

/** Put a file of the visitor's machine into the catalogue; where the id is taken by one's own game, as its next version. */
async function upload(text, own) {
  const id = /^\s*id\s*=\s*["']([\w-]+)["']/m.exec(text)?.[1];
  const before = own.find((game) => game.kind === "stored" && game.id === id);
  if (before && !(await confirmed(`Keep it as version ${before.version + 1} of ${before.name}?`, "Keep"))) return;
  const kept = await attempt(() => post("/own-games", { text, version: before?.version ?? 0 }));
  if (kept) {
    announce(`${kept.name} is in the catalogue.`);
    dispatchEvent(new HashChangeEvent("hashchange"));
  }
}

function choice(name, label, entries, changed) {
  return h(
    "label",
    {},
    label,
    h(
      "select",
      { name, onchange: changed },
      h("option", { value: "" }, "All"),
      entries.map(([value, text]) => h("option", { value }, text)),
    ),
  );
}

function ownFile(list, own, author) {
  const input = h("input", { name: "path", required: true, placeholder: "/home/me/my-game.toml", size: "44" });
  const read = async (event) => {
    event.preventDefault();
    const path = input.value.trim();
    const game = await attempt(() => openedFile(path, author));
    if (!game) return;
    if (!own.some((one) => one.id === game.id)) rememberFiles([...openedFiles(), path]);
    show(list, gameElement(game));
  };
  return h(
    "section",
    { class: "panel own-file" },
    h("h2", {}, "A game of your own"),
    author &&
      h(
        "div",
        { class: "row" },
        h("a", { class: "go", href: "#/editor" }, "Write a game"),
        openButton("Upload a file", ".toml", (text) => upload(text, own)),
        h("a", { href: "#/compare" }, "Compare two games"),
      ),
    h(
      "p",
      {},
      "Give the path of a game file on this machine: it is read, drawn and settled like those of the rulebook, and read anew whenever it is edited.",
    ),
    h(
      "form",
      { class: "row", onsubmit: read },
      h("label", {}, "Path of a .toml file", input),
      h("button", { type: "submit", class: "primary" }, "Open the file"),
    ),
  );
}

/** How alike two names are, from 0 to 1: by the pairs of neighbouring letters that they share. */
function likeness(one, other) {
  const [mine, theirs] = [one, other].map((text) => new Set([...text.toLowerCase().matchAll(/(?=(\p{L}{2}))/gu)].map(([, pair]) => pair)));
  return (2 * [...mine].filter((pair) => theirs.has(pair)).length) / (mine.size + theirs.size || 1);
}

export async function open(place) {
  const games = await get("/games");
  const { user } = await session();
  const author = Boolean(user?.rights.includes("author"));
  const kept = (await get("/own-games")).map((game) => ({ ...game, author }));
  const paths = openedFiles().filter((path) => !kept.some((game) => game.id === path));
  const opened = await Promise.all(paths.map((path) => openedFile(path, author).catch(() => null))); // a file may be gone
  const own = [...kept, ...opened.filter(Boolean)];
  const rank = (game) => (Object.keys(FAMILIES).indexOf(game.family) + 99) % 99;
  const all = [...own, ...games.sort((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name))];
  const list = h("ul", { class: "games" });
  const count = h("p", { class: "tip", role: "status" });
  const search = h("input", {
    type: "search",
    name: "search",
    placeholder: "Name, rule or wager",
    oninput: () => draw(),
  });
  const wagers = [...new Set(all.flatMap(wagersOf))].sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
  const draw = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = Object.fromEntries([...filters.querySelectorAll("select")].map((one) => [one.name, one.value]));
    // The game of that name first, then those whose names have all the words; whose wagers or words have them last.
    const named = (game) => {
      const name = game.name.toLowerCase();
      return name === words.join(" ") ? 0 : words.every((word) => name.includes(word)) ? 1 : 2;
    };
    const fitting = all.filter((game) => {
      const text = [game.name, game.id, game.rule, game.formerly ?? "", game.summary, ...wagersOf(game)].join(" ").toLowerCase();
      return (
        words.every((word) => text.includes(word)) &&
        (!chosen.family || game.family === chosen.family) &&
        (!chosen.jurisdiction || game.jurisdiction === chosen.jurisdiction) &&
        (!chosen.wager || wagersOf(game).includes(chosen.wager))
      );
    });
    const found = fitting.sort((one, other) => named(one) - named(other));
    count.textContent =
      found.length === all.length ? counted(all.length, "game") : `${found.length} of ${all.length} games`;
    show(list, found.length ? found.map(gameElement) : nothing());
  };
  const nearest = () => {
    const [{ game, like }] = all.map((one) => ({ game: one, like: likeness(search.value, one.name) })).sort((one, other) => other.like - one.like);
    const take = () => {
      search.value = game.name;
      draw();
      search.focus();
    };
    return like > 0.5 && [" Did you mean ", h("button", { type: "button", class: "quiet", "data-do": "meant", onclick: take }, game.name), "?"];
  };
  const nothing = () =>
    h(
      "li",
      { class: "panel nothing" },
      h("p", {}, "No game fits all of that.", nearest()),
      h(
        "button",
        {
          type: "button",
          class: "primary",
          onclick: () => {
            search.value = "";
            for (const one of filters.querySelectorAll("select")) one.value = "";
            draw();
            search.focus();
          },
        },
        "Show every game",
      ),
    );
  const families = [...new Set(games.map((game) => game.family))];
  const places = [...new Set(all.map((game) => game.jurisdiction))];
  const filters = h(
    "search",
    { class: "filters" },
    h("label", {}, "Search", search),
    choice(
      "family",
      "Family",
      families.map((one) => [one, familyName(one)]),
      draw,
    ),
    choice(
      "jurisdiction",
      "Jurisdiction",
      places.map((one) => [one, PLACES[one] ?? one]),
      draw,
    ),
    choice(
      "wager",
      "Wager",
      wagers.map((one) => [one, one]),
      draw,
    ),
  );
  place.append(
    h(
      "section",
      { class: "hero" },
      h(
        "div",
        {},
        h("h1", {}, "The rulebook, dealt."),
        h(
          "p",
          {},
          "Every game is played, settled and priced from its own rules. Sit down, place a chip, and see the paragraph behind every payment.",
        ),
      ),
      h("div", { class: "fan", "aria-hidden": "true" }, ["As", "Kh", "Qc", "Jd"].map(cardElement)),
    ),
    filters,
    count,
    list,
    ownFile(list, own, author),
  );
  draw();
  announce(count.textContent);
}
