// The shell: routes to pages, the theme switch, the visitor's money.

import { forgetSession, get, post, session } from "./api.js";
import { announce, attempt, complain, h } from "./dom.js";
import { editState, faultNotice, followEdits } from "./own.js";
import { money } from "./text.js";

const PAGES = {
  "": ["catalogue", "Games"],
  table: ["table", "Table"],
  play: ["table", "Table"],
  lobby: ["lobby", "Tables"],
  sheet: ["sheet", "Rule sheet"],
  rules: ["rules", "Map of the rules"],
  odds: ["odds", "Odds"],
  exposure: ["exposure", "Exposure"],
  editor: ["editor", "Game editor"],
  compare: ["compare", "Side by side"],
  certify: ["certify", "Certificates"],
  history: ["history", "History"],
  round: ["history", "Replay"],
  dispute: ["dispute", "Dispute desk"],
  cases: ["cases", "Cases"],
  surveillance: ["surveillance", "Surveillance"],
  floor: ["floor", "Floor"],
  tournaments: ["tournaments", "Tournaments"],
  tournament: ["tournaments", "Tournament"],
  keno: ["keno", "Keno lounge"],
  "keno-desk": ["keno-desk", "Keno desk"],
  "keno-ticket": ["keno-ticket", "Keno ticket"],
  trainer: ["trainer", "Trainer"],
  account: ["account", "Your account"],
};

// Pages that need to know who visits.
const PRIVATE = new Set(["table", "history", "cases", "surveillance", "floor", "keno", "keno-desk", "keno-ticket", "account"]);
// Pages that a visitor sees where the house has opened what they show.
const AREAS = {
  catalogue: "games",
  sheet: "games",
  rules: "games",
  odds: "odds",
  exposure: "odds",
  compare: "odds",
  certify: "odds",
  dispute: "rulings",
  trainer: "rulings",
};
// Pages about a game, which say what is wrong with the last edit of its file and show every other one. A page that
// answers with `edited` does so itself; a table hears of it by its own line.
const FOLLOWS = new Set(["sheet", "odds", "exposure", "compare", "trainer", "table"]);

let leave = null;
let turn = 0;

function route() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [name = "", ...rest] = path.split("/");
  return { name, argument: decodeURIComponent(rest.join("/")), query: new URLSearchParams(query) };
}

async function visit() {
  const { name, argument, query } = route();
  const [module, heading] = PAGES[name] ?? ["", "Not found"];
  const mine = ++turn;
  const main = document.getElementById("main");
  leave?.();
  leave = null;
  complain("");
  /** @type {NodeListOf<HTMLElement>} */
  const links = document.querySelectorAll("nav [data-page]");
  for (const link of links) {
    if (link.dataset.page.split(" ").includes(module)) {
      link.setAttribute("aria-current", "page");
      link.scrollIntoView({ block: "nearest", inline: "center" }); // the row of links may be wider than the screen
    } else link.removeAttribute("aria-current");
  }
  document.title = `${heading} · Houseway`;
  main.replaceChildren(h("p", { class: "waiting" }, "One moment…"));
  try {
    if (!module) throw new Error("There is no such page.");
    const { user, public: areas } = await session();
    const closed = !user && (PRIVATE.has(module) || !areas.includes(AREAS[module]));
    const page = await import(`./pages/${closed ? "login" : module}.js`);
    if (mine !== turn) return;
    const place = h("div", { class: `page ${module}-page` });
    main.replaceChildren(place);
    announce(document.title); // not after the page has loaded: what it says by then would be lost
    // Asked before the page reads the file: an edit in between would else pass for the version that is shown.
    const files = await followedFiles(name, [argument, name === "compare" && query.get("with")]);
    if (mine !== turn) return;
    const opened = await page.open(place, { name, argument, query });
    const { leave: left, edited } = typeof opened === "function" ? { leave: opened } : (opened ?? {});
    const stops = files.map((file) => mine === turn && followed(file, place, name === "table" ? () => {} : (edited ?? visit)));
    const end = () => {
      for (const stop of stops) if (stop) stop();
      left?.();
    };
    if (mine === turn) leave = end;
    else end();
  } catch (error) {
    if (mine === turn) {
      main.replaceChildren(
        h(
          "div",
          { class: "page astray" },
          h("h1", {}, heading),
          h("p", { class: "fault" }, error.message),
          h(
            "p",
            { class: "links" },
            h("a", { class: "go", href: "#/" }, "All games"),
            !error.status && module && h("button", { type: "button", class: "quiet", onclick: visit }, "Try again"),
          ),
        ),
      );
    }
  }
  if (mine === turn && document.activeElement === document.body) main.focus({ preventScroll: true });
  await showMoney();
}

/** The files that a page follows and the state they are in. */
async function followedFiles(name, about) {
  if (!FOLLOWS.has(name)) return [];
  const games = name === "table" ? [(await get(`/tables/${about[0]}`).catch(() => null))?.game.id] : about;
  return Promise.all([...new Set(games)].filter(Boolean).map(async (id) => ({ id, state: await editState(id) })));
}

/** Follow the edits of the file that a page is about, and say what is wrong with the last one. */
function followed({ id, state: first }, place, edited) {
  const notice = h("div", {});
  place.prepend(notice);
  return followEdits(id, first, (state, before) => {
    notice.replaceChildren(...(state.fault ? [faultNotice(state.fault)] : []));
    if (before && before.version !== state.version) edited();
  });
}

async function showMoney() {
  const { accounts, user } = await get("/session").catch(() => ({ accounts: false, user: null }));
  const who = accounts && user ? `${user.name}, ${user.role} · ` : "";
  const plays = user && user.rights.includes("play");
  const text = plays ? [who, money(user.wallet, "$"), h("span", { class: "purse" }, " in your wallet")] : [who.replace(" · ", "")];
  const own = accounts ? [h("a", { href: "#/account" }, user ? text : "Log in")] : text;
  document.getElementById("wallet").replaceChildren(...own);
  document.getElementById("out").hidden = !(accounts && user);
}

function switchTheme() {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const next = (root.dataset.theme ?? system) === "dark" ? "light" : "dark";
  root.dataset.theme = next;
  localStorage.setItem("houseway.theme", next);
  announce(`${next} theme`);
}

document.getElementById("out").addEventListener("click", async () => {
  await attempt(() => post("/logout"));
  forgetSession();
  await showMoney();
  if (location.hash === "#/") visit();
  else location.hash = "#/";
});
document.getElementById("theme").addEventListener("click", switchTheme);
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("main").focus();
});
addEventListener("hashchange", visit);
addEventListener("houseway:money", showMoney);
addEventListener("houseway:line", (event) => {
  document.getElementById("line").hidden = /** @type {CustomEvent} */ (event).detail;
});
visit();
