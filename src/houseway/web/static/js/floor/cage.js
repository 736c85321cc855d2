// The cage: coupons and tickets by number, schedules with their approval, shifts, proposition players.

import { get, post } from "../api.js";
import { attempt, h, show, tell } from "../dom.js";
import { byName, moment, money, title } from "../text.js";
import { grid } from "./grid.js";

const KINDS = ["match play coupon", "ticket", "purchase ticket", "mobile ATM receipt"];
const STATUSES = ["approved", "proposed", "under review", "ceased"];

function field(label, name, attributes = {}) {
  return h("label", {}, label, h("input", { name, ...attributes }));
}

function choice(label, name, values) {
  return h("label", {}, label, h("select", { name }, values.map((value) => h("option", { value }, title(value)))));
}

/** A form that posts its fields; empty ones are left out. */
function form(name, path, fields, button, done, numbers = []) {
  const submit = (event) => {
    event.preventDefault();
    /** @type {Record<string, any>} */
    const given = Object.fromEntries([...new FormData(event.target)].filter(([, value]) => value !== ""));
    for (const one of numbers) if (one in given) given[one] = Number(given[one]);
    attempt(async () => {
      const made = await post(path, given);
      event.target.reset();
      await done(made);
    });
  };
  return h(
    "form",
    { class: "panel duty", "data-duty": name, onsubmit: submit },
    h("h3", {}, name),
    h("div", { class: "row" }, fields, h("button", { type: "submit", class: "primary" }, button)),
  );
}

function part(heading, body) {
  return h("section", { class: "stacked" }, h("h2", {}, heading), body);
}

/** A game, and what the house chooses in it; without a game, what is chosen for all. */
async function choiceFields() {
  const games = byName(await get("/games"));
  const chosen = h("select", { name: "choice" });
  const offer = (choices) => show(chosen, [["", "the game itself"], ...choices].map(([value, text]) => h("option", { value }, text)));
  const common = () => offer([["collection_option", "Collection option"]]);
  const choose = async () => {
    if (!game.value) return common();
    const { options, pay_tables: tables } = await get("/game", { id: game.value });
    return offer([
      ...Object.keys(tables).map((name) => [`pay_tables.${name}`, `Pay table: ${title(name).toLowerCase()}`]),
      ...Object.keys(options).map((name) => [name, title(name)]),
    ]);
  };
  const game = h("select", { name: "game", onchange: () => attempt(choose) }, h("option", { value: "" }, "all games"), games.map((one) => h("option", { value: one.id }, one.name)));
  common();
  return { games, game, chosen, common };
}

export async function cage(place, { user }) {
  const { games, game, chosen, common } = await choiceFields();
  const issues = user?.rights.includes("void"); // who only reads the books sees what was done
  const named = (id) => games.find((one) => one.id === id)?.name ?? id;
  const issued = h("div", { class: "stacked" });
  const decided = h("div", { class: "stacked" });
  const held = h("div", { class: "stacked" });
  const players = h("div", { class: "stacked" });
  const refresh = async () => {
    const [vouchers, schedules, shifts, people, accounts] = await Promise.all([
      get("/floor/vouchers", { most: 30 }),
      get("/floor/schedules"),
      get("/floor/shifts", { most: 10 }),
      get("/floor/proposition"),
      user?.rights.includes("people") ? get("/floor/people") : [], // on one's own machine there are no accounts
    ]);
    const mayPlay = accounts.filter((one) => !["supervisor", "auditor"].includes(one.role)); // who runs the games does not play for the house
    show(
      issued,
      vouchers.length
        ? grid(
            "Coupons and tickets",
            ["Number", "Kind", "Value", "Last day", "Status", "Issued"],
            vouchers.map((one) => [one.code, title(one.kind), money(one.amount), one.expires || "–", title(one.status), moment(one.at)]),
            [2],
          )
        : h("p", { class: "sub" }, "None has been issued."),
    );
    show(
      decided,
      schedules.length
        ? grid(
            "Schedules",
            ["Game", "Choice", "Status", "By", "From", "In force", "Note"],
            schedules.map((one) => [
              named(one.game) || "all games",
              `${title(one.choice.replace("pay_tables.", "pay table "))} ${one.value}`.trim() || "the game itself",
              title(one.status),
              one.authority,
              one.effective,
              one.in_force ? "yes" : "–",
              one.note,
            ]),
          )
        : h("p", { class: "sub" }, "Nothing has been entered: all that is printed may be used."),
    );
    show(
      held,
      shifts.length
        ? grid(
            "Shifts",
            ["Shift", "From", "To", "Opened by", ""],
            shifts.map((one) => [
              one.name,
              moment(one.opened),
              one.closed ? moment(one.closed) : "open",
              one.who,
              h("a", { href: `#/floor/reports/results?shift=${one.id}` }, "Results"),
            ]),
          )
        : h("p", { class: "sub" }, "No shift has been opened yet."),
      issues &&
        shifts.some((one) => !one.closed) &&
        h(
          "button",
          {
            type: "button",
            "data-do": "close-shift",
            onclick: () => attempt(async () => (await post("/floor/shifts/close"), await refresh())),
          },
          "Close the shift",
        ),
    );
    show(
      players,
      people.length
        ? grid(
            "Proposition players",
            ["Name", "Licence", "Since", ""],
            people.map((one) => [
              one.name,
              one.license,
              moment(one.since),
              issues &&
                h(
                  "button",
                  {
                    type: "button",
                    class: "quiet",
                    onclick: () => attempt(async () => (await post(`/floor/proposition/${one.id}/end`), await refresh())),
                  },
                  "End",
                ),
            ]),
          )
        : h("p", { class: "sub" }, "Nobody plays for the house."),
      mayPlay.length > 0 &&
        form(
          "Proposition player",
          "/floor/proposition",
          [
            h(
              "label",
              {},
              "Person",
              h("select", { name: "person" }, mayPlay.map((one) => h("option", { value: String(one.id) }, one.name))),
            ),
            field("Licence", "license", { required: true, maxlength: "64" }),
          ],
          "Engage",
          refresh,
          ["person"],
        ),
    );
  };
  place.append(
    part("Coupons and tickets", [
      issues && form(
        "Coupon or ticket",
        "/floor/vouchers",
        [
          choice("Kind", "kind", KINDS),
          field("Dollars", "amount", { type: "number", min: "0.01", step: "any", required: true, inputmode: "decimal" }),
          field("Last day", "expires", { type: "date" }),
          field("House", "house", { maxlength: "64" }),
          field("City", "city", { maxlength: "64" }),
        ],
        "Issue",
        async (made) => {
          tell(made.waiting ? `${made.code} waits for the approval of a second person.` : `Issued: ${made.code}.`);
          await refresh();
        },
        ["amount"],
      ),
      issued,
    ]),
    part("Schedules and approvals", [
      issues && form(
        "Schedule",
        "/floor/schedules",
        [
          h("label", {}, "Game", game),
          h("label", {}, "Choice", chosen),
          field("Value (none: every one)", "value", { maxlength: "64", size: "8" }),
          choice("Status", "status", STATUSES),
          field("Decided by", "authority", { required: true, maxlength: "128" }),
          field("From", "effective", { type: "date", required: true }),
          field("Note", "note", { maxlength: "500" }),
        ],
        "Enter",
        async () => {
          common();
          await refresh();
        },
      ),
      decided,
    ]),
    part("Shifts", [issues && form("Shift", "/floor/shifts", [field("Name", "name", { required: true, maxlength: "64" })], "Open", refresh), held]),
    part("Proposition players", [players]),
  );
  await refresh();
  return {};
}
