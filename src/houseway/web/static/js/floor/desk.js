// One table as its supervisor runs it: chips in and out, the round at hand, what went wrong, jackpots, closing.

import { get, post } from "../api.js";
import { announce, attempt, confirmed, h, show } from "../dom.js";
import { gameLink, money, net, playerName, seatName, title, wagerName } from "../text.js";
import { IRREGULARITY_ASKS } from "../desk/ruling.js";
import { equipment } from "./equipment.js";
import { figures, grid, ledgerLink } from "./grid.js";

const BEAT = 2000;
const EFFECTS = {
  void_seat: "the seat's wagers go back",
  void_table: "all wagers go back",
  void_hand: "all wagers on that hand go back",
  void_wagers: "some wagers go back",
  lose_seat: "the seat's wagers are lost",
  may_fold: "seats may fold with their stakes back",
  continue: "play goes on",
};

class Desk {
  constructor(place, id, user, game) {
    this.place = place;
    this.id = id;
    this.user = user;
    this.game = game;
    this.live = h("div", { class: "stacked" });
    this.form = h("div", { class: "duties" });
    this.jackpots = [];
  }

  may(right) {
    return this.user?.rights.includes(right);
  }

  /** A guest does not close a table at which others sit. */
  get closes() {
    return this.user?.role !== "guest" || !this.state.seats.some((seat) => seat.player && !seat.bot && !seat.you);
  }

  /** Do something at the table and say that it is done. */
  async act(path, body, words) {
    const done = await attempt(() => post(`/floor/tables/${this.id}/${path}`, body));
    if (done) {
      this.told = done.waiting ? "Waits for the approval of a second person." : words;
      announce(this.told);
      await this.refresh();
    }
    return done;
  }

  /** A small form of one duty. */
  duty(right, name, text, fields, button, send, question = null) {
    if (!this.may(right)) return null;
    const submit = async (event) => {
      event.preventDefault();
      const form = event.target;
      if (question && !(await confirmed(question(form), button))) return;
      if (await send(form)) form.reset();
    };
    return h(
      "form",
      { class: "panel duty", "data-duty": name, onsubmit: submit },
      h("h3", {}, name),
      h("p", { class: "tip" }, text),
      h("div", { class: "row" }, fields, h("button", { type: "submit", class: "primary" }, button)),
    );
  }

  amount(label = "Dollars") {
    return h(
      "label",
      {},
      label,
      h("input", { type: "number", name: "amount", min: "0.01", step: "any", required: true, inputmode: "decimal" }),
    );
  }

  seat(needed = true) {
    return h(
      "label",
      {},
      "Seat",
      h(
        "select",
        { name: "seat" },
        !needed && h("option", { value: "" }, "none"),
        Array.from({ length: this.state.seats.length }, (_, seat) =>
          h("option", { value: String(seat) }, seatName(seat)),
        ),
      ),
    );
  }

  reason() {
    return h("label", {}, "Reason", h("input", { name: "reason", required: true, maxlength: "200", size: "28" }));
  }

  chips(name, path, text) {
    return this.duty("fill", name, text, this.amount(), name, (form) =>
      this.act(path, { amount: Number(form.amount.value) }, `${name}: ${money(Number(form.amount.value))}.`),
    );
  }

  /** A dealer takes over the table; an imprest bank is counted first. */
  onDuty() {
    const { imprest } = this.state;
    const counted = () => h("label", {}, "Counted, in dollars", h("input", { type: "number", name: "counted", min: "0", step: "any", required: true }));
    const own = () => h("label", { class: "check" }, h("input", { type: "checkbox", name: "own" }), "with a bank of one's own");
    return this.duty(
      "deal",
      "Dealer on duty",
      imprest ? "The new dealer counts cash and chips of the imprest bank, or brings a bank." : "Who deals from now on.",
      imprest ? [counted(), own()] : [],
      "Come on duty",
      (form) =>
        this.act(
          "duty/now",
          imprest ? { counted: Number(form.counted.value), own_bank: form.own.checked } : {},
          "On duty.",
        ),
    );
  }

  /** Chips for currency of an imprest bank, which stays as large as it was. */
  evenExchange() {
    if (!this.state.imprest) return null;
    const source = h(
      "label",
      {},
      "From",
      h("select", { name: "source" }, h("option", { value: "lammers" }, "the cashier, with lammers"), h("option", { value: "podium" }, "the podium's bank")),
    );
    return this.duty("void", "Chips for currency", "The imprest bank stays as large; the log tells who brought them.", [this.amount(), source], "Exchange", (form) =>
      this.act(
        "even-exchange",
        { amount: Number(form.amount.value), source: form.source.value },
        `Chips for currency: ${money(Number(form.amount.value))}.`,
      ),
    );
  }

  irregularity() {
    const known = this.game.irregularities.filter((one) => one.kind !== "asked_to_see"); // a player asks, between two hands
    if (!known.length) return null;
    const effect = h("p", { class: "tip", role: "status" });
    const tell = () => {
      const one = known[Number(kind.value)];
      effect.textContent = `By the rules: ${EFFECTS[one.effect]}. ${one.rule}`;
      show(
        asks,
        one.asks
          .filter((ask) => ask in IRREGULARITY_ASKS)
          .map((ask) => h("label", { class: "check" }, h("input", { type: "checkbox", name: ask }), IRREGULARITY_ASKS[ask])),
        one.kind === "defective_deck" && h("label", {}, "Seats that knew of it", h("input", { name: "knew", size: "8", placeholder: "2, 5" })),
      );
    };
    const asks = h("div", { class: "stacked" });
    const kind = h(
      "select",
      { name: "kind", onchange: tell },
      known.map((one, at) =>
        h(
          "option",
          { value: String(at) },
          one.name,
        ),
      ),
    );
    tell();
    return this.duty(
      "irregularity",
      "Irregularity",
      "Something went wrong in the round at hand: the game's rules say which wagers go back, and whether it goes on.",
      [
        h("label", {}, "What happened", kind),
        this.seat(false),
        this.game.traits.pot &&
          h("label", {}, "Cards exposed", h("input", { name: "cards", size: "8", placeholder: "Ah" })),
        asks,
        effect,
      ],
      "Record it",
      (form) => {
        const one = known[Number(form.kind.value)];
        const told = { kind: one.kind };
        if (one.of) told.of = one.of;
        if (one.at_least > 1) told.count = one.at_least;
        if (form.seat.value !== "") told.seat = Number(form.seat.value);
        if (form.knew?.value.trim()) told.knew = form.knew.value.trim().split(/[ ,]+/).map((number) => Number(number) - 1);
        for (const ask of one.asks) if (form[ask]?.checked) told[ask] = true;
        if (form.cards?.value.trim()) told.cards = form.cards.value.trim().split(/[ ,]+/);
        return this.act("round/irregularity", told, `Irregularity recorded: ${one.name}.`);
      },
    );
  }

  /** Which jackpot the pots of this table are raked for. */
  offered() {
    if (!this.game.traits.pot) return null;
    const ready = this.jackpots.filter((one) => one.status === "offered");
    return this.duty(
      "jackpot",
      "Offer a jackpot",
      "Pots are raked for it, and a beaten hand is found when a hand is settled. The box of the one before is emptied.",
      h(
        "label",
        {},
        "Jackpot",
        h(
          "select",
          { name: "jackpot" },
          h("option", { value: "" }, "none"),
          ready.map((one) => h("option", { value: String(one.id) }, one.name)),
        ),
      ),
      "Offer it",
      (form) =>
        this.act(
          "jackpot/offer",
          { jackpot: form.jackpot.value ? Number(form.jackpot.value) : null },
          form.jackpot.value ? "The jackpot is offered here." : "No jackpot is offered here.",
        ),
    );
  }

  /** The duties, of a closed table what is left to count; drawn once, so that what is typed is not lost when the figures are read again. */
  drawDuties() {
    const { open } = this.state;
    show(
      this.form,
      open && this.chips("Fill", "fill", "Chips from the cage into the tray."),
      this.chips("Credit", "credit", "Chips from the tray back to the cage."),
      this.chips("Drop count", "drop-count", "Money of the drop box carried to the count."),
      this.chips("Tip count", "tip-count", "Money of the dealers' tip box carried to the count."),
      open && this.onDuty(),
      open && this.evenExchange(),
      open && this.chips("Opening count", "count/opening", "Chips counted in the tray; what is over or short is booked."),
      this.chips("Closing count", "count/closing", "The same at the end of the day."),
      open &&
        this.game.traits.shoe &&
        this.duty("deal", "End the shoe", "The next round comes from a new shuffle.", [], "Shuffle", () =>
          this.act("shuffle/now", {}, "The shoe is ended; its secret is shown in the history."),
        ),
      open && this.duty(
        "fill",
        "Coupon",
        "A coupon into the drop box, chips to a seat.",
        [this.seat(), this.amount()],
        "Take it",
        (form) =>
          this.act(
            "coupons/accept",
            { seat: Number(form.seat.value), amount: Number(form.amount.value) },
            `Coupon of ${money(Number(form.amount.value))} taken.`,
          ),
      ),
      open && this.duty(
        "void",
        "Void the round",
        "Every wager of the round at hand goes back.",
        this.reason(),
        "Void it",
        (form) => this.act("round/void", { reason: form.reason.value }, "The round is void."),
        () => "Void the round at hand? Every wager goes back, and this cannot be undone.",
      ),
      open && this.irregularity(),
      this.duty(
        "jackpot",
        "Verify a jackpot",
        "Pay a verified jackpot from the table's pool to a seat.",
        [this.seat(), this.amount(), this.reason()],
        "Pay it",
        (form) =>
          this.act(
            "jackpot/award",
            { seat: Number(form.seat.value), amount: Number(form.amount.value), reason: form.reason.value },
            `Jackpot of ${money(Number(form.amount.value))} paid.`,
          ),
        (form) => `Pay a jackpot of ${money(Number(form.amount.value))} to ${seatName(Number(form.seat.value))}?`,
      ),
      open && this.offered(),
      open && this.closes && this.duty(
        "open",
        "Close the table",
        "Players are cashed out; the chips stay in the tray.",
        [],
        "Close it",
        () => this.act("close/now", {}, "The table is closed."),
        () => "Close the table? Every player is cashed out, and no more rounds are dealt at it.",
      ),
    );
  }

  async refresh() {
    const reads = this.may("read");
    const [state, accounts, rounds] = await Promise.all([
      get(`/tables/${this.id}`),
      reads ? get("/floor/accounts") : [],
      reads ? get("/rounds", { table: this.id, most: 8 }) : [],
    ]);
    const before = this.state && { open: this.state.open, closes: this.closes };
    this.state = state;
    if (before && (before.open !== state.open || before.closes !== this.closes)) this.drawDuties();
    const own = Object.fromEntries(
      accounts.filter((one) => one.table === this.id && !one.player).map((one) => [one.kind, one.balance]),
    );
    const link = (account) => ledgerLink({ table: this.id, account });
    const tray = state.bank ? "bank" : "inventory";
    show(
      this.live,
      this.told && h("p", { class: "balanced" }, this.told),
      !state.open && h("p", { class: "adrift", role: "status" }, "This table is closed: nothing is dealt here any more."),
      state.due > 0 &&
        h(
          "p",
          { class: "adrift due" },
          `Awards of ${money(state.due)} wait for a supervisor's approval. `,
          h("a", { href: "#/floor/jackpots" }, "Pay them"),
        ),
      state.jackpot &&
        h(
          "p",
          {},
          `${state.jackpot.name}: ${money(state.jackpot.posted)} posted${state.jackpot.raked ? "" : ", no longer raked for"}. `,
          h("a", { href: `#/floor/notice/jackpot-${state.jackpot.id}` }, "Notice"),
        ),
      reads &&
        figures([
          [state.bank ? "Player-dealer's bank" : "Tray", own[tray] ?? 0, link(tray)],
          ["Drop box", own.drop ?? 0, link("drop")],
          ["Layout", own.layout ?? 0, link("layout")],
          ...(own.rake ? [["Rake", own.rake, link("rake")]] : []),
          ...(own.jackpot ? [["Jackpot pool", own.jackpot, link("jackpot")]] : []),
          ...Object.entries(state.meters).map(([name, shown]) => [wagerName(name), shown, "#/floor/reports/meters"]),
        ]),
      h(
        "div",
        { class: "floor-grid" },
        h("section", { class: "panel stacked" }, h("h3", {}, "Seats"), this.seatsElement()),
        h("section", { class: "panel stacked" }, h("h3", {}, "Rounds"), this.roundsElement(rounds)),
      ),
    );
  }

  seatsElement() {
    const taken = this.state.seats.filter((seat) => seat.player);
    if (!taken.length) return h("p", { class: "tip" }, "Nobody sits here.");
    return grid(
      "Seats",
      ["Seat", "Player", "Chips"],
      taken.map((seat) => [seatName(seat.seat), seat.bot ? "Automatic player" : playerName(seat.player), money(seat.stack)]),
      [2],
    );
  }

  roundsElement(rounds) {
    const { round } = this.state;
    const now =
      round && ["betting", "playing"].includes(round.status)
        ? h(
            "p",
            {},
            `Round ${round.number}: ${round.status === "betting" ? "wagers are open" : `${seatName(round.turn)} to act`}.`,
          )
        : h("p", { class: "tip" }, "No round is open.");
    if (!rounds.length) return [now];
    return [
      now,
      grid(
        "Rounds",
        ["Round", "Status", "Players' result"],
        rounds.map((one) => [
          h("a", { href: `#/round/${one.id}`, "aria-label": `Replay round ${one.number}` }, one.number),
          title(one.status),
          net(Object.values(one.nets).reduce((sum, amount) => sum + amount, 0)),
        ]),
        [2],
      ),
      h("p", {}, h("a", { href: `#/history?table=${this.id}` }, "All rounds of this table")),
    ];
  }
}

export async function desk(place, { user, id }) {
  const state = await get(`/tables/${id}`);
  const game = await get("/game", { id: state.game.id, house: JSON.stringify(state.house) });
  const one = new Desk(place, state.id, user, game);
  one.jackpots = await get("/floor/jackpots");
  await one.refresh();
  one.drawDuties();
  const equipmentPart = await equipment(state.id, user);
  place.append(
    h(
      "header",
      { class: "page-head" },
      h("div", {}, h("h2", {}, state.name), h("p", { class: "sub" }, `${game.name} · ${game.rule}`)),
      h(
        "nav",
        { class: "links", "aria-label": "This table" },
        h("a", { href: `#/table/${state.id}` }, "Watch"),
        h("a", { href: gameLink("sheet", state.game.id, state.house) }, "Rule sheet"),
        user?.rights.includes("read") && h("a", { href: ledgerLink({ table: state.id }) }, "Ledger"),
      ),
    ),
    one.live,
    equipmentPart,
    one.form.childElementCount ? h("h2", { class: "no-print" }, "What is done here") : "",
    one.form,
  );
  return { refresh: () => one.refresh(), beat: BEAT };
}
