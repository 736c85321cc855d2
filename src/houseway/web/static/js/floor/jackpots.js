// Jackpots and meters as a house runs them: proposed, posted, paid with a word, petitioned, moved, ended; their notices.

import { get, post } from "../api.js";
import { announce, attempt, askedFor, confirmed, h, show } from "../dom.js";
import { optionInput } from "../house.js";
import { money, moment, playerName, seatName, title, withNames } from "../text.js";
import { grid, meterName } from "./grid.js";

const BEAT = 4000;
const EMPTY_TERMS = {
  definitions: "What the words of these rules mean",
  security: "When nothing is paid",
  claims: "What becomes of an award that nobody claims",
  posting: "When the amount is posted, and by whom it is posted and paid",
};

/** A labelled field. */
function field(label, name, attributes = {}) {
  return h("label", {}, label, h("input", { name, required: true, ...attributes }));
}

function number(label, name, value, attributes = {}) {
  return field(label, name, { type: "number", min: "0", step: "any", inputmode: "decimal", value, ...attributes });
}

const HANDS = ["two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind", "straight_flush", "royal_flush"];

/** A poker hand: what it is, and of which ranks. */
function handFields(label, chosen = "", ranks = "") {
  return [
    h("label", {}, label, h("select", { name: "beaten" }, !chosen && h("option", { value: "" }, "none"), HANDS.map((one) => h("option", { value: one, selected: one === chosen }, title(one))))),
    h("label", {}, "Of the ranks, highest first", h("input", { name: "ranks", size: "6", maxlength: "5", value: ranks, placeholder: "A T" })),
  ];
}

/** The hand as the rules write it. */
function handOf(data) {
  const ranks = String(data.get("ranks")).replace(/10/g, "T").replace(/[^2-9TJQKA]/gi, "").toUpperCase();
  return `${data.get("beaten")} ${ranks}`.trim();
}

class Jackpots {
  constructor(place, user) {
    this.place = place;
    this.user = user;
    this.live = h("div", { class: "stacked" });
    this.forms = h("div", { class: "duties" });
    this.meters = [];
    this.jackpots = [];
    this.petitions = { kinds: [], petitions: [] };
    this.accounts = [];
  }

  may(right) {
    return this.user?.rights.includes(right);
  }

  /** Do something, say that it is done, and read everything again. */
  async act(path, body, words) {
    const done = await attempt(() => post(path, body));
    if (!done) return null;
    this.told = done.waiting ? "Waits for the approval of a second person." : words;
    announce(this.told);
    await this.refresh();
    this.drawForms();
    return done;
  }

  button(text, name, work, question = "") {
    const click = async () => {
      if (!question || (await confirmed(question, text))) await work();
    };
    return h("button", { type: "button", class: "quiet", "data-key": name, "data-do": name, onclick: click }, text);
  }

  jackpotRow(one) {
    const answer = async () => {
      const leave = await askedFor(`The regulator approved ${one.name}.`, "What the approval is known by", "Write it down");
      if (leave) await this.act(`/floor/jackpots/${one.id}/approve`, { leave }, `${one.name} may be offered.`);
    };
    const posts = () => this.act(`/floor/jackpots/${one.id}/post`, {}, `${one.name} is posted.`);
    return [
      one.name,
      title(one.status),
      money(one.posted),
      one.posted_at ? moment(one.posted_at) : "never",
      one.fund === null ? "" : `${money(one.fund)} and ${money(one.seeding)}`,
      one.raked ? "yes" : one.tables.length ? "no: at its limit" : "no: offered at no table",
      h(
        "span",
        { class: "links" },
        one.status === "proposed" && this.may("jackpot") && this.button("Approved", `approve-${one.id}`, answer),
        one.status === "offered" && this.may("jackpot") && this.button("Post the amount", `post-${one.id}`, posts),
        h("a", { href: `#/floor/notice/jackpot-${one.id}`, "aria-label": `Notice of ${one.name}` }, "Notice"),
      ),
    ];
  }

  meterRow(one) {
    const end = () => this.act(`/floor/meters/${one.id}/end`, {}, `${one.name} is ended.`);
    return [
      meterName(one.name),
      `${title(one.status)}${one.eased ? ", eased" : ""}${one.link ? `, link of ${one.link.operator}` : ""}`,
      money(one.shown),
      money(one.at_once),
      h(
        "span",
        { class: "links" },
        one.status === "running" &&
          this.may("meter") &&
          this.button("End", `end-${one.id}`, end, `End ${one.name}? Only a meter that was won whole can be ended.`),
        h("a", { href: `#/floor/notice/meter-${one.id}`, "aria-label": `Notice of ${one.name}` }, "Notice"),
      ),
    ];
  }

  awardRow(one) {
    const path = `/floor/tables/${one.table}/awards`;
    const pays = () => this.act(`${path}/pay`, { award: one.id }, `${money(one.next)} paid.`);
    const backs = () => this.act(`${path}/back-out`, { award: one.id }, "The award is backed out.");
    const agreed = async () => {
      const years = await askedFor(`Pay ${money(one.amount)} by the year.`, "Annual payments", "Agree", { type: "number", min: "2", max: "40", value: "20" });
      if (years) await this.act(`/floor/awards/${one.id}/years`, { years: Number(years) }, `Paid in ${years} annual payments.`);
    };
    const linked = this.meters.find((meter) => meter.name === one.meter)?.link;
    const place = one.ticket ? `ticket ${one.ticket}` : seatName(one.seat);
    const who = `${one.player ? playerName(one.player) : "A patron"}, ${place} of ${one.table_name}`;
    return [
      moment(one.at),
      who,
      money(one.amount),
      one.years > 1 ? `${one.payments} of ${one.years} years` : "at once",
      withNames(one.memo),
      this.may("jackpot") &&
        h(
          "span",
          { class: "links" },
          this.button("Pay", `pay-${one.id}`, pays, `Pay ${money(one.next)} to ${who}? The hand has been verified.`),
          linked && !one.payments && this.button("By the year", `years-${one.id}`, agreed),
          !one.payments &&
            !one.ticket &&
            this.button("Back out", `back-${one.id}`, backs, `Back out the award of ${money(one.amount)}?`),
        ),
    ];
  }

  petitionRow(one) {
    const answer = async (word, told) => {
      const leave = await askedFor(`The regulator ${word === "grant" ? "granted" : "refused"} the petition about ${subject}.`, "What the answer is known by", "Write it down");
      if (leave) await this.act(`/floor/petitions/${one.id}/${word}`, { leave }, told);
    };
    const subject = one.meter
      ? meterName(this.meters.find((meter) => meter.id === one.meter)?.name ?? `meter ${one.meter}`)
      : (this.jackpots.find((jackpot) => jackpot.id === one.jackpot)?.name ?? `jackpot ${one.jackpot}`);
    return [
      moment(one.at),
      title(one.kind),
      subject,
      one.asks,
      title(one.status),
      one.leave ?? "",
      h("a", { class: "cite", href: `#/rules/${encodeURIComponent(one.rule)}` }, one.rule),
      one.status === "asked" &&
        this.may("jackpot") &&
        h(
          "span",
          { class: "links" },
          this.button("Granted", `grant-${one.id}`, () => answer("grant", "Granted and carried out.")),
          this.button("Refused", `refuse-${one.id}`, () => answer("refuse", "Refused; nothing changes.")),
        ),
    ];
  }

  async refresh() {
    const reads = this.may("read");
    const [jackpots, meters, awards, petitions, accounts] = await Promise.all([
      get("/floor/jackpots"),
      get("/floor/meters"),
      reads ? get("/floor/awards") : [],
      reads ? get("/floor/petitions") : { kinds: [], petitions: [] },
      this.may("people") ? get("/floor/people") : [], // on one's own machine there are no accounts
    ]);
    Object.assign(this, { jackpots, meters, petitions, accounts });
    const part = (head, tip, rows, columns, table, numbers = []) => [
      h("h2", {}, head),
      rows.length ? grid(table, columns, rows, numbers) : h("p", { class: "tip" }, tip),
    ];
    show(
      this.live,
      this.told && h("p", { class: "balanced", role: "status" }, this.told),
      jackpots.flatMap((one) => one.due.map((text) => h("p", { class: "adrift due" }, `${one.name}: ${text}`))),
      reads &&
        part(
          "Awards that wait",
          "No award is waiting for approval.",
          awards.map((one) => this.awardRow(one)),
          ["Won", "By", "Amount", "Payment", "Why", ""],
          "Awards",
          [2],
        ),
      part(
        "Poker jackpots",
        "No jackpot is proposed.",
        jackpots.map((one) => this.jackpotRow(one)),
        ["Jackpot", "Status", "Posted", "Last posting", "Pools", "Raked", ""],
        "Jackpots",
        [2],
      ),
      part(
        "Meters",
        "No meter runs.",
        meters.map((one) => this.meterRow(one)),
        ["Meter", "Status", "Shows", "Paid at once up to", ""],
        "Meters",
        [2, 3],
      ),
      reads &&
        part(
          "Petitions",
          "No petition has been made.",
          petitions.petitions.map((one) => this.petitionRow(one)),
          ["Asked", "To", "Of", "How", "Status", "Answer", "Rule", ""],
          "Petitions",
        ),
    );
  }

  form(right, name, text, fields, button, send) {
    if (!this.may(right)) return null;
    const submit = async (event) => {
      event.preventDefault();
      if (await send(new FormData(event.target))) event.target.reset();
    };
    return h(
      "form",
      { class: "panel duty", "data-duty": name, onsubmit: submit },
      h("h3", {}, name),
      h("p", { class: "tip" }, text),
      h("div", { class: "row" }, fields, h("button", { type: "submit", class: "primary" }, button)),
    );
  }

  proposal() {
    return this.form(
      "jackpot",
      "Propose a jackpot",
      "What is submitted before a jackpot may be offered: who wins it, how it is shared, raked, posted and paid.",
      [
        field("Name", "name", { maxlength: "64" }),
        handFields("Hand that is beaten, or better", "full_house", "A T"),
        h("label", { class: "check" }, h("input", { type: "checkbox", name: "both_own", checked: true }), "Winner and loser play both own cards"),
        number("Players dealt in, at least", "least_players", "2", { min: "2", max: "20", step: "1" }),
        number("To the beaten hand, percent", "loser", "50"),
        number("To the winner, percent", "winner", "25"),
        number("To the table, percent", "table", "25"),
        number("Rake of a pot, dollars", "rake", "2", { max: "2" }),
        number("Of it for this award, percent", "primary_share", "80", { max: "100" }),
        number("Limit, dollars; 0: none", "cap", "0"),
        h("label", {}, "At the limit", h("select", { name: "at_limit" }, h("option", { value: "stop" }, "the rake ends"), h("option", { value: "grow" }, "the pools grow on"))),
        number("Paid without approval up to, dollars", "at_once", "500"),
        Object.entries(EMPTY_TERMS).map(([name, text]) => h("label", {}, text, h("textarea", { name, required: true, rows: "2" }))),
      ],
      "Propose it",
      (data) => {
        const given = (name) => Number(data.get(name));
        const terms = {
          beaten: handOf(data),
          shares: { loser: given("loser"), winner: given("winner"), table: given("table") },
          ...Object.fromEntries(["rake", "primary_share", "cap", "at_once", "least_players"].map((name) => [name, given(name)])),
          both_own: data.has("both_own"),
          at_limit: data.get("at_limit"),
          ...Object.fromEntries(Object.keys(EMPTY_TERMS).map((name) => [name, data.get(name)])),
        };
        return this.act("/floor/jackpots", { name: data.get("name"), terms }, `${data.get("name")} is proposed.`);
      },
    );
  }

  petition() {
    const choices = [
      ...this.meters.filter((one) => one.status === "running").map((one) => [`meter-${one.id}`, meterName(one.name)]),
      ...this.jackpots.filter((one) => one.status === "offered").map((one) => [`jackpot-${one.id}`, one.name]),
    ];
    if (!choices.length || !this.petitions.kinds.length) return null;
    /** @param {string[]} pair */
    const option = ([value, text]) => h("option", { value }, text);
    const easier = h("div", { class: "row" });
    let chosen = () => null;
    /** The options of the game that shows a meter, each by its name with the values it may have. */
    const offer = async (subject) => {
      chosen = () => null;
      const [game] = this.meters.find((one) => `meter-${one.id}` === subject)?.games ?? [];
      const { options = {} } = game ? ((await attempt(() => get("/game", { id: game }))) ?? {}) : {};
      /** @type {Map<string, HTMLInputElement>} */
      const known = new Map();
      for (const [name, one] of Object.entries(options)) {
        const input = optionInput(one);
        if (input) known.set(name, input);
      }
      const value = h("span", {});
      const pick = () => show(value, known.has(name.value) && h("label", {}, "To be", known.get(name.value)));
      const name = h("select", { "data-key": "easier", onchange: pick }, option(["", "none"]), [...known.keys()].map((one) => option([one, title(one)])));
      chosen = () => (name.value ? { [name.value]: JSON.parse(known.get(name.value).value) } : null);
      show(easier, known.size > 0 && h("label", {}, "Easier option", name), value);
    };
    offer(choices[0][0]);
    const payees = h("div", {});
    const another = () =>
      payees.append(
        h(
          "div",
          { class: "row" },
          h("label", {}, "Paid to", h("select", { name: "payee" }, option(["", "nobody"]), this.accounts.map((one) => option([String(one.id), one.name])))),
          number("Dollars", "paid", "", { required: false }),
        ),
      );
    another();
    return this.form(
      "jackpot",
      "Petition",
      "A meter or jackpot that holds players' money is eased, moved or ended with the regulator's leave.",
      [
        h("label", {}, "What for", h("select", { name: "subject", onchange: (event) => offer(event.target.value) }, choices.map(option))),
        h(
          "label",
          {},
          "To do what",
          h(
            "select",
            { name: "kind" },
            this.petitions.kinds.map((one) => option([one.kind, `${title(one.kind)}: ${one.text}`])),
          ),
        ),
        h(
          "label",
          {},
          "To the meter",
          h("select", { name: "to" }, option(["", "none"]), this.meters.map((one) => option([String(one.id), meterName(one.name)]))),
        ),
        h("label", {}, "To the licensee", h("input", { name: "licensee", maxlength: "64" })),
        number("Less the normal award, dollars", "less", "", { required: false }),
        handFields("Easier hand"),
        h("label", { class: "check" }, h("input", { type: "checkbox", name: "any_cards" }), "Own cards need not play"),
        number("Players dealt in, at least", "least_players", "", { required: false, min: "2", max: "20", step: "1" }),
        easier,
        this.accounts.length > 0 && payees,
        this.accounts.length > 0 && h("button", { type: "button", class: "quiet", onclick: another }, "Another payee"),
      ],
      "Ask for leave",
      (data) => {
        const [subject, id] = String(data.get("subject")).split("-");
        const asked = { kind: data.get("kind"), [subject]: Number(id) };
        if (data.get("to")) asked.to = Number(data.get("to"));
        const house = chosen();
        if (house) asked.house = house;
        if (data.get("licensee")) asked.licensee = data.get("licensee");
        if (data.get("beaten")) asked.beaten = handOf(data);
        if (data.has("any_cards")) asked.both_own = false;
        for (const name of ["less", "least_players"]) if (data.get(name)) asked[name] = Number(data.get(name));
        const paid = data.getAll("paid");
        const payments = data.getAll("payee").map((person, place) => ({ person: Number(person), amount: Number(paid[place]) }));
        const named = payments.filter((one) => one.person);
        if (named.length) asked.payments = named;
        return this.act("/floor/petitions", asked, "The petition is written down.");
      },
    );
  }

  meter() {
    return this.form(
      "meter",
      "Open a meter",
      "A meter that several tables may feed, and keno too.",
      [
        field("Name", "name", { maxlength: "64" }),
        number("Start, dollars", "seed", "1000"),
        number("Growth, percent of the stakes", "increment", "5"),
        number("Kept for the next start, percent", "reserve", "0"),
        number("Hidden until the next start, percent", "hidden", "0"),
        number("Limit, dollars", "most", "", { required: false }),
        number("Paid without approval up to, dollars", "at_once", "500"),
      ],
      "Open it",
      (data) => {
        const asked = Object.fromEntries(
          ["seed", "increment", "reserve", "hidden", "at_once"].map((name) => [name, Number(data.get(name))]),
        );
        if (data.get("most")) asked.most = Number(data.get("most"));
        return this.act("/floor/meters", { name: data.get("name"), ...asked }, "The meter runs.");
      },
    );
  }

  link() {
    const running = this.meters.filter((one) => one.status === "running");
    if (!running.length) return null;
    const choice = h(
      "label",
      {},
      "Meter",
      h("select", { name: "meter" }, running.map((one) => h("option", { value: String(one.id) }, meterName(one.name)))),
    );
    const linked = running.filter((one) => one.link);
    return [
      this.form(
        "meter",
        "Wide-area link",
        "Houses of several licensees feed one meter; each deducts its own part of an award.",
        [
          choice,
          field("Operator", "operator", { maxlength: "64" }),
          field("Other licensees, by commas", "licensees"),
          number("Prime rate, percent", "prime", "0"),
          number("Yearly payments of an award", "years", "1", { min: "1", max: "40", step: "1" }),
        ],
        "Link it",
        (data) =>
          this.act(
            `/floor/meters/${data.get("meter")}/link`,
            {
              operator: data.get("operator"),
              licensees: String(data.get("licensees"))
                .split(",")
                .map((one) => one.trim())
                .filter(Boolean),
              prime: Number(data.get("prime")),
              years: Number(data.get("years")),
            },
            "The meter is linked.",
          ),
      ),
      linked.length > 0 &&
        this.form(
          "meter",
          "Contribution from elsewhere",
          "What another licensee's games have put in, as the operator reports it.",
          [
            h(
              "label",
              {},
              "Licensee",
              h(
                "select",
                { name: "who" },
                linked.flatMap((one) =>
                  one.link.licensees.map((who) => h("option", { value: `${one.id}/${who}` }, `${who}, ${meterName(one.name)}`)),
                ),
              ),
            ),
            number("Dollars", "amount", ""),
          ],
          "Put it in",
          (data) => {
            const [id, ...who] = String(data.get("who")).split("/");
            const asked = { licensee: who.join("/"), amount: Number(data.get("amount")) };
            return this.act(`/floor/meters/${id}/contributions`, asked, `${money(asked.amount)} put in.`);
          },
        ),
      linked.length > 0 &&
        this.form(
          "meter",
          "Funds at a bank",
          "What is kept for the awards of a link; the report Reserves of links says how much is required.",
          [
            h(
              "label",
              {},
              "Link",
              h("select", { name: "link" }, linked.map((one) => h("option", { value: String(one.id) }, meterName(one.name)))),
            ),
            number("Dollars", "amount", ""),
          ],
          "Keep it",
          (data) => {
            const amount = Number(data.get("amount"));
            return this.act(`/floor/meters/${data.get("link")}/deposit`, { amount }, `${money(amount)} kept at a bank.`);
          },
        ),
    ];
  }

  drawForms() {
    show(this.forms, this.meter(), this.proposal(), this.petition(), this.link());
  }
}

export async function jackpots(place, { user }) {
  const one = new Jackpots(place, user);
  await one.refresh();
  one.drawForms();
  place.append(one.live, one.forms.childElementCount ? h("h2", { class: "no-print" }, "What is done here") : "", one.forms);
  return { refresh: () => one.refresh(), beat: BEAT };
}

/** A notice as it is posted, to print. */
export async function notice(place, { id }) {
  const [kind, number] = id.split("-");
  const told = await get(`/floor/${kind === "meter" ? "meters" : "jackpots"}/${number}/notice`);
  document.title = `${told.title}: notice · Houseway`;
  place.append(
    h(
      "article",
      { class: "panel notice" },
      h("h2", {}, kind === "meter" ? meterName(told.title) : told.title),
      h(
        "dl",
        {},
        told.statements.map((one) => [
          h("dt", {}, one.head),
          h("dd", {}, one.text, " ", h("a", { class: "cite", href: `#/rules/${encodeURIComponent(one.rule)}` }, one.rule)),
        ]),
      ),
    ),
    h("p", { class: "no-print" }, h("button", { type: "button", class: "primary", onclick: () => print() }, "Print")),
  );
  return {};
}
