// The keno desk as writers, runners and supervisors run it: the game, tickets by serial number, drawers, the system.

import { closedTo, get, post, session, watchTable } from "../api.js";
import { announce, attempt, h, show, stacks } from "../dom.js";
import { TicketForm } from "../keno/form.js";
import { boardElement, clockElement, pastElement, ticketLine } from "../keno/parts.js";
import { money, playerName, title } from "../text.js";

const BEAT = 1000;
const REPORTS = {
  keno: "Totals by shift, day, month and year",
  "keno-winners": "Winning tickets",
  "keno-runners": "Winning tickets of runners",
  "keno-games": "Games",
  "keno-voids": "Voids",
  "keno-drawers": "Drawers",
  "keno-exceptions": "Exceptions",
  "keno-promotions": "Promotional pay-outs",
};

function text(label, name, more = {}) {
  return h("label", {}, label, h("input", { name, required: true, maxlength: "200", ...more }));
}

function amount(label = "Dollars", name = "amount", more = {}) {
  return h("label", {}, label, h("input", { type: "number", name, min: "0", step: "0.01", required: true, inputmode: "decimal", ...more }));
}

/** Fields of a writer beside the marks: how it is paid, and whose account. */
function writerFields() {
  const medium = h("select", { name: "medium" }, ["cash", "chips", "coupon", "account"].map((one) => h("option", { value: one }, title(one))));
  const patron = h("input", { name: "patron", maxlength: "64", size: "12" });
  return {
    fields: h("div", { class: "row" }, h("label", {}, "Paid by", medium), h("label", {}, "Patron (with an account)", patron)),
    read: () => ({ medium: medium.value, patron: patron.value }),
    clear: () => {
      patron.value = "";
    },
  };
}

class Desk {
  constructor(place, desk, user) {
    this.user = user;
    this.clock = h("div", {});
    this.told = h("p", { class: "tip", role: "status" });
    this.acts = h("section", { class: "panel stacked", "aria-label": "The game" });
    this.form = new TicketForm((body) => this.send("tickets", body), writerFields());
    this.writing = h("div", { class: "lounge" }, this.form.board, this.form.panel);
    this.written = h("section", { class: "panel stacked", "aria-label": "Tickets" });
    this.cash = h("section", { class: "panel stacked", "aria-label": "Drawers" });
    this.board = h("section", { class: "felt small", "aria-label": "Draw board" });
    this.past = h("section", { class: "panel stacked", "aria-label": "Games before" });
    this.duties = h("div", { class: "duties" });
    place.append(
      h(
        "header",
        { class: "page-head" },
        h("div", {}, h("h1", {}, desk.name), h("p", { class: "sub" }, desk.casino), this.clock),
        h("nav", { class: "links", "aria-label": "Desk" }, h("a", { href: "#/keno" }, "Keno lounge"), h("a", { href: "#/floor" }, "Floor and approvals")),
      ),
      this.told,
      h("div", { class: "stacked" }, this.acts, this.writing, h("div", { class: "lounge" }, this.written, this.cash, this.board, this.past), this.duties),
    );
    this.drawDuties(desk);
    this.take(desk);
  }

  may(right) {
    return this.user?.rights.includes(right);
  }

  async send(path, body = {}) {
    const done = await attempt(() => post(`/keno/desks/${this.desk.id}/${path}`, body));
    if (!done) return null;
    this.take(done.desk);
    this.told.textContent = done.told || "Done.";
    announce(this.told.textContent);
    return done;
  }

  take(desk) {
    this.desk = desk;
    this.ahead = desk.now - Date.now();
    this.tick();
    this.writing.hidden = !desk.drawer;
    if (desk.drawer) this.form.take(desk);
    this.drawGame();
    this.drawTickets();
    this.drawDrawers();
    show(this.board, boardElement(desk, [], 0));
    show(this.past, pastElement(desk));
    // A form that is reset shows what holds now, not what held when it was drawn.
    for (const name of ["interval", "least", "most"])
      for (const field of this.duties.querySelectorAll(`[name=${name}]`)) field.defaultValue = String(desk[name] ?? 0);
  }

  tick() {
    show(this.clock, clockElement(this.desk, this.ahead));
  }

  button(label, path, name, allowed = true, body = {}) {
    return h("button", { type: "button", "data-do": name, "data-key": name, disabled: !allowed, onclick: () => this.send(path, body) }, label);
  }

  drawGame() {
    const { game, suspended, drawer } = this.desk;
    const open = game.status === "open" && !suspended;
    show(
      this.acts,
      h("h2", {}, `Game ${game.number}`),
      suspended && h("p", { class: "fault" }, `The system is suspended: ${suspended}. The regulator is told at once.`),
      this.may("deal") &&
        h(
          "div",
          { class: "acts" },
          this.button("Give a minute's notice", "game/notice", "notice", open, { seconds: 60 }),
          drawer?.kind === "runner" && this.button("Sign in: all wagers recorded", "game/sign-in", "sign-in", open),
          this.button("Lock the game", "game/lock", "lock", open),
          this.button("Draw the numbers", "game/draw", "draw", game.status === "locked" && !suspended),
        ),
      h(
        "p",
        { class: "tip" },
        `Supervisor on duty: ${playerName(this.desk.supervisor ?? "nobody")}. Games close ${this.desk.interval ? `every ${this.desk.interval} seconds` : "by hand"}, after a minute's notice and when every runner has signed in. ${this.desk.rule}`,
      ),
      h("p", { class: "hash" }, `Software ${this.desk.system.software}, rules ${this.desk.system.rules}`),
    );
  }

  drawTickets() {
    this.written.hidden = !this.may("deal");
    if (this.written.hidden) return;
    if (!this.serialForm) {
      const serial = h("input", { name: "serial", size: "24", maxlength: "40", required: true, "data-key": "serial", autocapitalize: "characters" });
      const reason = h("input", { name: "reason", size: "20", maxlength: "200", placeholder: "reason" });
      const act = (label, name, body = () => ({})) =>
        h("button", { type: "button", "data-do": name, onclick: () => serial.reportValidity() && this.send(`tickets/${name}`, { serial: serial.value, ...body() }) }, label);
      const told = () => ({ reason: reason.value || "not given" });
      this.serialForm = h(
        "form",
        { class: "stacked", onsubmit: (event) => event.preventDefault() },
        h("div", { class: "row" }, h("label", {}, "Serial number", serial), h("label", {}, "Reason", reason)),
        h(
          "div",
          { class: "acts" },
          h("button", { type: "button", "data-do": "look", onclick: () => serial.reportValidity() && (location.hash = `#/keno-ticket/${encodeURIComponent(serial.value)}`) }, "Look it up"),
          act("Pay", "redeem"),
          act("Void", "void", told),
          act("Quit race", "quit"),
          act("Play again", "replay"),
          act("Report", "suspicious", told),
        ),
      );
      this.writtenList = h("ul", { class: "asked tickets" });
      show(this.written, h("h2", {}, "A ticket is presented"), this.serialForm, h("h3", {}, "Written here"), this.writtenList);
    }
    const lines = this.desk.tickets.map((ticket) => ticketLine(ticket, []));
    show(this.writtenList, lines.length ? lines : h("li", { class: "tip" }, "You have written no ticket here yet."));
  }

  drawDrawers() {
    const { drawers, drawer } = this.desk;
    show(
      this.cash,
      h("h2", {}, "Drawers"),
      drawers.length
        ? h(
            "div",
            { class: "scroll", tabindex: "0", role: "region", "aria-label": "Drawers" },
            stacks(h(
              "table",
              {},
              h("thead", {}, h("tr", {}, ["Station", "Kind", "Holder", "Imprest", "Should hold", "Signed in"].map((head, at) => h("th", { scope: "col", class: at === 3 || at === 4 ? "figure" : null }, head)))),
              h(
                "tbody",
                {},
                drawers.map((one) =>
                  h(
                    "tr",
                    { class: one.id === drawer?.id ? "yours" : null },
                    h("th", { scope: "row" }, one.station),
                    h("td", {}, title(one.kind)),
                    h("td", {}, playerName(one.holder)),
                    h("td", { class: "figure" }, money(one.imprest)),
                    h("td", { class: "figure" }, money(one.holds)),
                    h("td", {}, one.kind === "runner" ? (one.signed_in ? "yes" : "no") : "–"),
                  ),
                ),
              ),
            )),
          )
        : h("p", { class: "tip" }, "No drawer is out. A supervisor issues one to each writer and runner."),
    );
  }

  /** A small form of one duty. */
  duty(right, name, words, fields, button, send) {
    if (!this.may(right)) return null;
    const submit = async (event) => {
      event.preventDefault();
      if (await send(event.target)) event.target.reset();
    };
    return h("form", { class: "panel duty", "data-duty": name, onsubmit: submit }, h("h3", {}, name), h("p", { class: "tip" }, words), h("div", { class: "row" }, fields, h("button", { type: "submit", class: "primary" }, button)));
  }

  /** Drawn once, so that what is typed is not lost. */
  drawDuties(desk) {
    const own = playerName(this.user?.name);
    const number = (form) => Number(form.amount.value);
    const mine = (slip) => (form) => {
      if (!this.desk.drawer) return attempt(() => Promise.reject(new Error("You hold no drawer.")));
      return this.send(`drawers/${this.desk.drawer.id}/${slip}`, { amount: number(form) });
    };
    const station = () => h("label", {}, "Station", h("input", { type: "number", name: "station", min: "1", required: true }));
    const drawerAt = (form) => this.desk.drawers.find((one) => one.station === Number(form.station.value))?.id ?? 0;
    const reason = (path) => (form) => this.send(path, { reason: form.reason.value });
    show(
      this.duties,
      this.duty("fill", "Fill", "Cash from the cage into your drawer; a supervisor signs the slip.", amount(), "Prepare the slip", mine("fill")),
      this.duty("fill", "Credit", "Cash of your drawer to the cage; a supervisor signs the slip.", amount(), "Prepare the slip", mine("credit")),
      this.duty(
        "void",
        "Issue a drawer",
        "Imprest cash and a key for a writer or a runner.",
        [text("Holder", "holder", { value: own }), h("label", {}, "Kind", h("select", { name: "kind" }, ["writer", "runner"].map((one) => h("option", { value: one }, title(one))))), amount()],
        "Issue",
        (form) => this.send("drawers", { holder: form.holder.value === own ? this.user.name : form.holder.value, kind: form.kind.value, amount: number(form) }),
      ),
      this.duty(
        "void",
        "Count a drawer",
        "By somebody else than its holder; what is over or short is booked.",
        [station(), amount("Counted"), h("label", { class: "tick" }, h("input", { type: "checkbox", name: "certified" }), "Runners recorded all wagers before each game")],
        "Count and take back",
        (form) => this.send(`counts/${drawerAt(form)}`, { amount: number(form), certified: form.certified.checked }),
      ),
      this.duty("void", "Override the lock-out", "Opens a locked game again; the log says who and why.", text("Reason", "reason"), "Override", reason("game/override")),
      this.duty("void", "Malfunction", "The draw failed: every wager on the game goes back.", text("Reason", "reason"), "Void the game", reason("game/malfunction")),
      this.duty("void", "Suspend", "The system is not used until it is in order.", text("Reason", "reason"), "Suspend", reason("suspend")),
      this.duty("void", "Resume", "The system is in order; payments by hand are verified.", text("What was done", "reason"), "Resume", reason("resume")),
      this.duty(
        "deal",
        "Pay by hand",
        "While the system is suspended: to $10 alone, to $1,000 with a supervisor's approval.",
        [text("Serial number", "serial"), amount()],
        "Pay",
        (form) => this.send("tickets/by-hand", { serial: form.serial.value, amount: number(form) }),
      ),
      this.duty("void", "Close the desk", "When every drawer is back and nothing is owed on a ticket.", [], "Close", async () => {
        if (await this.send("close")) location.hash = "#/floor";
      }),
      this.duty("void", "On duty", "Be the keno supervisor of this shift.", [], "Take over", () => this.send("duty")),
      this.duty(
        "void",
        "Interval",
        "Seconds a game takes tickets, from the next game on; 0: closed by hand. Two people change it.",
        h("label", {}, "Seconds", h("input", { type: "number", name: "interval", min: "0", required: true, value: String(desk.interval) })),
        "Change",
        (form) => this.send("parameters", { interval: Number(form.interval.value) }),
      ),
      this.duty(
        "void",
        "Price of a ticket",
        "What a ticket costs at least and at most, from the next one on; at most 0: no limit. Two people change it.",
        [amount("At least", "least", { min: "0.01", value: String(desk.least) }), amount("At most", "most", { value: String(desk.most ?? 0) })],
        "Change",
        (form) => this.send("parameters", { least: Number(form.least.value), most: Number(form.most.value) }),
      ),
      this.duty(
        "void",
        "Rate card",
        "Total paid for a dollar by numbers marked and caught, from the next game on. Two people change it.",
        h("label", {}, "JSON", h("textarea", { name: "card", rows: "4", cols: "28", required: true }, JSON.stringify(Object.fromEntries(desk.rates.map((rate) => [rate.spots, rate.pays]))))),
        "Change",
        (form) => attempt(() => Promise.resolve(JSON.parse(form.card.value))).then((card) => card && this.send("parameters", { house: { rate_card_per_dollar_total_paid: card } })),
      ),
      this.duty(
        "deal",
        "Inspection",
        "Of the equipment, by two people.",
        [text("Result", "result"), h("label", {}, "Exceptions", h("input", { name: "exceptions", maxlength: "200" }))],
        "Record it",
        (form) => this.send("inspections", { result: form.result.value, exceptions: form.exceptions.value }),
      ),
      this.duty(
        "void",
        "Promotion",
        "Conditions shown to everybody; without any the promotion ends.",
        [text("Name", "name"), h("label", {}, "Conditions", h("input", { name: "conditions", maxlength: "1000", size: "28" }))],
        "Post",
        (form) => this.send("promotions", { name: form.elements.name.value, conditions: form.conditions.value }),
      ),
      this.duty(
        "deal",
        "Promotional pay-out",
        "An amount, or a thing; two people sign.",
        [text("Patron", "patron"), text("Reason", "reason"), h("label", {}, "Dollars", h("input", { type: "number", name: "amount", min: "0", step: "0.01" })), h("label", {}, "Or a thing", h("input", { name: "thing", maxlength: "200" }))],
        "Pay out",
        (form) => this.send("promotions/pay", { patron: form.patron.value, reason: form.reason.value, thing: form.thing.value, ...(number(form) ? { amount: number(form) } : {}) }),
      ),
      this.may("read") &&
        h("section", { class: "panel" }, h("h3", {}, "Reports"), h("ul", {}, Object.entries(REPORTS).map(([name, words]) => h("li", {}, h("a", { href: `#/floor/reports/${name}` }, words))))),
    );
  }
}

/** A desk is opened by a supervisor. */
function openingForm(place, user) {
  place.append(h("h1", {}, "Keno desk"));
  if (!user?.rights.includes("void")) {
    place.append(h("p", { class: "panel" }, "No keno desk is open. A supervisor opens one."));
    return;
  }
  const submit = async (event) => {
    event.preventDefault();
    const form = event.target;
    const body = { name: form.elements.name.value, casino: form.casino.value, interval: Number(form.interval.value) };
    const made = await attempt(() => post("/keno/desks", body));
    if (made) location.hash = `#/keno-desk/${made.id}`;
  };
  place.append(
    h(
      "form",
      { class: "panel stacked", "data-duty": "Open a desk", onsubmit: submit },
      h("div", { class: "row" }, text("Name of the desk", "name", { value: "Keno desk" }), text("Casino", "casino"), h("label", {}, "Seconds a game is open (0: by hand)", h("input", { type: "number", name: "interval", min: "0", value: "0" })), h("button", { type: "submit", class: "primary" }, "Open the desk")),
    ),
  );
}

export async function open(place, { argument }) {
  const { user } = await session();
  if (!["deal", "read"].some((right) => user?.rights.includes(right))) throw closedTo("The keno desk", user);
  const id = Number(argument) || (await get("/keno/desks"))[0]?.id;
  if (!id) {
    openingForm(place, user);
    return null;
  }
  const desk = new Desk(place, await get(`/keno/desks/${id}`), user);
  const refresh = () => get(`/keno/desks/${id}`).then((newer) => desk.take(newer)).catch(() => null);
  let seen = desk.desk.version;
  const unwatch = watchTable(id, (table) => {
    if (table.version !== seen) refresh();
    seen = table.version;
  });
  const timer = setInterval(() => desk.tick(), BEAT);
  return () => {
    clearInterval(timer);
    unwatch();
  };
}
