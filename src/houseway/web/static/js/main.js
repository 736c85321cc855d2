// The shell: routes to pages, the theme switch, the visitor's money.

import { forgetSession, get, post, session } from "./api.js";
import { announce, attempt, complain, h } from "./dom.js";
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
  history: ["history", "History"],
  round: ["history", "Replay"],
  dispute: ["dispute", "Dispute desk"],
  floor: ["floor", "Floor"],
  keno: ["keno", "Keno lounge"],
  trainer: ["trainer", "Trainer"],
};

// Pages that need to know who visits.
const PRIVATE = new Set(["table", "history", "floor", "keno"]);
// Pages that a visitor sees where the house has opened what they show.
const AREAS = { catalogue: "games", sheet: "games", rules: "games", odds: "odds", dispute: "rulings", trainer: "rulings" };

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
    if (link.dataset.page === module) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
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
    const left = await page.open(place, { name, argument, query });
    if (mine === turn) leave = left ?? null;
    else left?.();
    announce(`${document.title}`);
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

async function showMoney() {
  const { accounts, user } = await get("/session").catch(() => ({ accounts: false, user: null }));
  const who = accounts && user ? `${user.name}, ${user.role} · ` : "";
  const purse = user && user.rights.includes("play") ? `${money(user.wallet)} in your wallet` : "";
  document.getElementById("wallet").textContent = purse ? who + purse : who.replace(" · ", "");
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
