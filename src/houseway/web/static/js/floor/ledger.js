// The ledger: its lines, narrowed to what is behind a figure; statements of accounts; the log of privileged acts.

import { get } from "../api.js";
import { h, show } from "../dom.js";
import { counted, money, moment, net, playerName, title } from "../text.js";
import { accountName, grid, kindName } from "./grid.js";
import { toldOf } from "./told.js";

const MOST = 300;
const CAUSES = [
  "opening",
  "buy-in",
  "bet",
  "act",
  "settlement",
  "wagers lost",
  "contribution",
  "meter award",
  "fill",
  "credit",
  "drop count",
  "coupon",
  "cash-out",
  "jackpot award",
  "jackpot count",
  "jackpot reseed",
  "award paid",
  "award backed out",
  "award lapsed",
  "link contribution",
  "liability moved",
  "rake",
  "void",
  "welcome",
];
const KINDS = [
  "inventory",
  "drop",
  "layout",
  "stack",
  "player",
  "rake",
  "collection",
  "jackpot",
  "due",
  "fund",
  "seeding",
  "licensee",
  "deposit",
  "bank",
  "meter",
  "house",
  "promotional",
  "fees",
];

async function names() {
  const [accounts, meters] = await Promise.all([get("/floor/accounts"), get("/floor/meters")]);
  const called = new Map(accounts.map((one) => [one.name, { id: one.id, text: accountName(one, meters) }]));
  return (name) => {
    const found = called.get(name);
    return found ? h("a", { href: `#/floor/account/${found.id}` }, found.text) : name;
  };
}

function roundLink(round) {
  if (!round) return "";
  return h(
    "span",
    { class: "round-links" },
    h("a", { href: `#/round/${round}`, "aria-label": `Replay round ${round}` }, `Round ${round}`),
    " ",
    h("a", { href: `#/dispute?round=${round}`, class: "no-print", "aria-label": `Dispute round ${round}` }, "Dispute"),
  );
}

function choice(name, values, chosen, words) {
  return h(
    "select",
    { name },
    h("option", { value: "" }, "All"),
    values.map((one) => h("option", { value: one, selected: one === chosen }, words(one))),
  );
}

export async function ledger(place, { query }) {
  const body = h("div", { class: "panel" });
  const tables = await get("/tables");
  const given = Object.fromEntries(query);
  const fields = {
    table: choice(
      "table",
      tables.map((one) => String(one.id)),
      given.table,
      (id) => tables.find((one) => String(one.id) === id).name,
    ),
    kind: choice("kind", CAUSES, given.kind, caused),
    account: choice("account", KINDS, given.account, kindName),
    first: h("input", { type: "date", name: "first", value: given.first ?? "" }),
    last: h("input", { type: "date", name: "last", value: given.last ?? "" }),
  };
  const narrow = (event) => {
    event.preventDefault();
    const chosen = Object.entries(fields)
      .map(([name, field]) => [name, field.value])
      .filter(([, value]) => value);
    location.hash = `#/floor/ledger?${new URLSearchParams(chosen)}`;
  };
  const called = await names();
  const refresh = async () => {
    const lines = await get("/floor/ledger", { ...given, most: MOST });
    const total = lines.reduce((sum, line) => sum + line.amount, 0);
    show(
      body,
      h(
        "p",
        { class: "tip" },
        lines.length === MOST ? `The latest ${MOST} lines.` : `${counted(lines.length, "line")}, ${money(total)} in all.`,
      ),
      grid(
        "Ledger",
        ["When", "Cause", "From", "To", "Amount", "Round"],
        lines.map((line) => [
          moment(line.at),
          caused(line.kind),
          called(line.from),
          called(line.to),
          money(line.amount),
          roundLink(line.round),
        ]),
        [4],
      ),
    );
  };
  place.append(
    h("h2", {}, "Ledger"),
    h(
      "form",
      { class: "panel fields", onsubmit: narrow },
      h("label", {}, "Table", fields.table),
      h("label", {}, "Cause", fields.kind),
      h("label", {}, "Account", fields.account),
      h("label", {}, "From day", fields.first),
      h("label", {}, "To day", fields.last),
      h("button", { type: "submit", class: "primary" }, "Show"),
    ),
    body,
  );
  await refresh();
  return {};
}

export async function account(place, { id }) {
  const [lines, accounts, meters] = await Promise.all([
    get(`/floor/accounts/${encodeURIComponent(id)}`),
    get("/floor/accounts"),
    get("/floor/meters"),
  ]);
  const own = accounts.find((one) => one.id === Number(id));
  place.append(
    h("h2", {}, accountName(own, meters)),
    h("p", { class: "sub" }, `Holds ${money(own.balance)}.`),
    h(
      "div",
      { class: "panel" },
      grid(
        "Statement",
        ["When", "Cause", "Note", "Amount", "Balance", "Round"],
        lines.map((line) => [
          moment(line.at),
          caused(line.kind),
          line.memo,
          net(line.amount),
          money(line.balance),
          roundLink(line.round),
        ]),
        [3, 4],
      ),
    ),
  );
  return {};
}

/** What moved the money, as it is written in the books; chips put down by a decision are a bet too. */
function caused(kind) {
  return kind === "act" ? "Bet in the round" : kind.charAt(0).toUpperCase() + kind.slice(1);
}

const ACTS = { bot: "Automatic player" };

export async function log(place) {
  const [acts, own, games] = await Promise.all([get("/floor/audit", { most: 200 }), get("/own-games"), get("/games")]);
  const names = new Map([...own, ...games].map((game) => [game.id, game.name]));
  place.append(
    h("h2", {}, "Privileged acts"),
    acts.length
      ? h(
          "div",
          { class: "panel" },
          grid(
            "Privileged acts",
            ["When", "Who", "Act", "Where", "What"],
            acts.map((act) => {
              const what = toldOf(act.data, names, act.act.startsWith("keno "));
              return [
                moment(act.at, true),
                playerName(act.who),
                ACTS[act.act] ?? title(act.act),
                act.subject === act.who ? playerName(act.who) : title(act.subject),
                what && h("div", { class: "found-lines" }, what),
              ];
            }),
          ),
        )
      : h("p", { class: "panel" }, "Nobody has done anything yet that needs a supervisor."),
  );
  return {};
}
