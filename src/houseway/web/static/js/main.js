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
// Pages about a game, which follow the edits of its file; those that are not drawn anew only say what is wrong with one.
const FOLLOWS = { sheet: true, odds: true, exposure: true, trainer: false, table: false };

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
    const { user, public: opened } = await session();
    const closed = !user && (PRIVATE.has(module) || !opened.includes(AREAS[module]));
    const page = await import(`./pages/${closed ? "login" : module}.js`);
    if (mine !== turn) return;
    const place = h("div", { class: `page ${module}-page` });
    main.replaceChildren(place);
    announce(document.title); // not after the page has loaded: what it says by then would be lost
    // Asked before the page reads the file: an edit in between would else pass for the version that is shown.
    const file = await followedFile(name, argument);
    if (mine !== turn) return;
    const left = await page.open(place, { name, argument, query });
    const stop = mine === turn && file ? followed(name, file, place) : null;
    const end = () => {
      stop?.();
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

/** The file that a page follows and the state it is in. */
async function followedFile(name, argument) {
  if (!(name in FOLLOWS) || !argument) return null;
  const id = name === "table" ? (await get(`/tables/${argument}`).catch(() => null))?.game.id : argument;
  return id ? { id, state: await editState(id) } : null;
}

/** Follow the edits of the file that a page is about, and say what is wrong with the last one. */
function followed(name, { id, state: first }, place) {
  const notice = h("div", {});
  place.prepend(notice);
  return followEdits(id, first, (state, before) => {
    if (before && before.version !== state.version && FOLLOWS[name]) visit();
    else notice.replaceChildren(...(state.fault ? [faultNotice(state.fault)] : []));
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
