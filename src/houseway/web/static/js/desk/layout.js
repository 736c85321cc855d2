// A disputed round told piece by piece: wagers, cards and decisions go to the server, which says what comes next.

import { get, post } from "../api.js";
import { cardElement } from "../art/cards.js";
import { disclosure, h, show } from "../dom.js";
import { houseFields } from "../house.js";
import { actionsElement, betweenElement, choosesPlaces, namesCards } from "../table/actions.js";
import { actionLabel, pileLabel } from "../table/names.js";
import { IRREGULARITY_ASKS } from "./ruling.js";
import { deskTicket } from "./ticket.js";
import { cardText, counted, nameWagers, seatName, title, wagerName, withNames } from "../text.js";

const MANY = 14; // wagers beyond which only those that are made are shown
const FEW = 2; // wagers that may be put down between decisions, each with a field of its own
const DICE = [1, 2, 3, 4, 5, 6];
const RANKS = "AKQJT98765432";
const BETTING = { blinds: ["Small blind", "Big blind"], limits: ["Small bet", "Big bet"], chip: "Smallest chip" };
const SUITS = "shdc";
const HEADINGS = { tile: "Tiles", number: "Numbers drawn", wheel: "The wheel", dice: "Dice" };

/** What the piles are made of: `Dice and tiles`. */
function heading(piles) {
  const kinds = [...new Set(piles.flatMap((pile) => pile.slots.map((slot) => HEADINGS[slot.kind] ?? "Cards")))];
  return kinds.map((one, at) => (at ? one.charAt(0).toLowerCase() + one.slice(1) : one)).join(" and ");
}

const PART_SAID = { low: "put into the low hand:", high: "put into the high hand:", keep: "kept:" };

/** A filter for the places of the chosen cards, each as often as it was chosen. */
function picks(cards, chosen) {
  const left = [...chosen];
  const taken = cards.map((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return (place) => taken[place];
}
// What is known before the deal, and who it is where it is no seat; an empty one is a number.
const ASKED_BEFORE = {
  bank_seat: ["The bank", "the house"],
  shaker: ["Who shook the dice", "the dealer"],
  prior_triples: ["Triples running before", ""],
  player_dealer_wager: ["The player-dealer put up, dollars", ""],
  dealer_wager: ["The dealer's wager against the bank, dollars", ""],
  co_bank: ["The house banks half", null],
  action_seat: ["The action button", "as the dice fell"],
  total_hands: ["Hands dealt in all", "", "as told"],
  pot: ["Carried over from the last hand, dollars", ""],
  final_round: ["The last round: no pot is carried on", null],
  pool: ["In the pool before, dollars", ""],
};
// What says something of each seat.
const ASKED_OF_SEATS = { over_blinds: "Straddle or over blind" };
const BLINDS = ["over_blinds", "straddles"]; // the same in a record: seats with amounts
const OF_A_SEAT = ["button", "bank_seat", "shaker", "action_seat", "seat"]; // the parts of a record that are a seat's number
const OF_BANK = ["dealer_wager", "co_bank"]; // known only where a player banks

/** A card's place on the palette: suits below each other, ranks side by side, jokers last. */
function order(card) {
  const at = RANKS.indexOf(String(card)[0]);
  return /^[2-9TJQKA][shdc]$/.test(String(card)) ? SUITS.indexOf(String(card)[1]) * RANKS.length + at : 99;
}

function red(card) {
  return /[hd]$/.test(String(card));
}

/** What a slot shows of its value. */
function shown(slot) {
  if (slot.value === null) return h("span", { class: "blank-card" }, "?");
  if (slot.kind === "card" || slot.kind === "tile") return cardElement(String(slot.value));
  return h("span", { class: "number" }, Array.isArray(slot.value) ? slot.value.join(" ") : slot.value);
}

/** The layout of one round; `changed` is told after every answer of the server. */
export class DeskLayout {
  #place;
  #changed;
  #whose;
  #told = null;
  #view = null;
  #game = null;
  #apparatus = {};
  #active = "";
  #picked = [];
  #chosen = [];
  #pips = [];
  #lying = {}; // what was told, by the places of the round file, when the server could last lay it out
  #asked = 0;

  /**
   * @param {HTMLElement} place
   * @param {(view: any) => void} changed
   * @param {() => { case?: number, round_id?: number }} whose by which version of the game it goes
   */
  constructor(place, changed, whose = () => ({})) {
    this.#place = place;
    this.#changed = changed;
    this.#whose = whose;
    /** @type {number[]} the table's seats, where the round was played at one */
    this.places = [];
  }

  get game() {
    return this.#game;
  }

  seatName(index) {
    return seatName(this.places[index] ?? index);
  }

  /** A sentence of the server, in which seats have their places in the round, with the table's numbers. */
  seated(text) {
    return text.replace(/\bSeat (\d+)\b/g, (_, at) => this.seatName(Number(at) - 1));
  }

  /** An empty round of a game. */
  async begin(id, house = {}, places = []) {
    this.places = places;
    this.#told = { game: id, house, meters: {}, seats: [{ wagers: {} }], betting: {}, state: {}, outcome: {}, sources: {}, actions: [], irregularity: {}, dealer_set: {}, void_spins: [], extra: {} };
    this.#lying = {};
    this.#group = {};
    this.#ofSeats = {};
    await this.#choose();
    await this.#ask();
  }

  /** The same round by the game's file as it is now. */
  async again() {
    const places = this.#byPlace();
    await this.#choose();
    await this.#ask(places);
  }

  /** A whole round file. */
  async take(round, places = []) {
    this.places = places;
    const view = await post("/desk/told", { round, ...this.#whose() });
    const seats = view.seats.map((seat) => ({ wagers: {}, ...seat }));
    this.#ofSeats = Object.fromEntries(view.seat_asks.map((part) => [part, bySeat(round, part)]));
    const apart = ["actions", ...BLINDS, ...view.seat_asks.map((part) => part.split(".")[1])];
    const rest = (of) => Object.fromEntries(Object.entries(of ?? {}).filter(([name]) => !apart.includes(name)));
    this.#told = {
      game: round.game,
      house: round.house ?? {},
      meters: round.meters ?? {},
      seats,
      betting: rest(round.betting),
      sources: view.sources,
      actions: view.actions.map((one) => [one.seat, one.action]),
      irregularity: round.irregularity ?? {},
      state: rest(round.state),
      outcome: view.outcome,
      dealer_set: view.dealer_set,
      void_spins: view.void_spins,
      extra: view.extra,
      ...(round.date ? { date: round.date } : {}),
    };
    await this.#choose();
    this.#accept(view);
    this.#draw();
    this.#changed(view);
  }

  async #choose() {
    const { game, house } = this.#told;
    const chosen = { id: game, house: JSON.stringify(house) };
    [this.#game, this.#apparatus] = await Promise.all([get("/game", chosen), get("/apparatus", chosen)]);
    nameWagers(this.#game.labels);
    this.#active = "";
    this.#picked = [];
  }

  /** What the server could lay out: its cards, decisions and as many seats as the game needs; whether these bet too. */
  #accept(view) {
    this.#view = view;
    this.#told.sources = view.sources;
    this.#told.actions = view.actions.map((one) => [one.seat, one.action]);
    const missing = view.seats.slice(this.#told.seats.length);
    const { wagers } = this.#told.seats.at(-1);
    this.#told.seats.push(...missing.map(() => ({ wagers: { ...wagers } }))); // as if a seat had been added
    this.#lying = this.#placed();
    return missing.length > 0 && Object.keys(wagers).length > 0;
  }

  /**
   * Ask the server what comes next; cards told by their places keep them when seats come and go.
   * A card or decision that it refuses is not told: `before` is what was told without it.
   */
  async #ask(places = null, before = null) {
    const mine = ++this.#asked;
    const chosen = places && this.#view && this.#slots().find((slot) => slot.source === this.#active)?.place;
    if (places) this.#lying = places;
    this.#changed({ file: null }); // nothing is ruled on while the answer is awaited
    const seats = this.#told.seats.map((seat) => ({
      ...seat,
      wagers: Object.fromEntries(Object.entries(seat.wagers).filter(([, amount]) => amount > 0)),
    }));
    const body = { ...this.#told, ...this.#stated(), seats, ...(places ? { sources: {}, places } : {}) };
    let view;
    try {
      view = await post("/desk/layout", { ...body, ...this.#whose() });
    } catch (error) {
      if (mine === this.#asked) this.#complain({ error: error.message, field: "" }, before);
      return;
    }
    if (mine !== this.#asked) return;
    nameWagers({ ...Object.fromEntries(view.spots.map((spot) => [spot.name, spot.label])), ...this.#game.labels });
    if (view.problem && before) {
      this.#complain(view.problem, before);
      return;
    }
    if (view.problem) this.#view = view;
    else {
      const more = this.#accept(view);
      // With other seats the cards are dealt in another order: the place stays chosen, not what was dealt as that card.
      if (places) this.#active = this.#slots().find((slot) => slot.place === chosen)?.source ?? "";
      if (more) {
        await this.#ask(this.#byPlace());
        return;
      }
    }
    this.#draw();
    this.#changed(view);
  }

  #complain(problem, before) {
    if (before) Object.assign(this.#told, before);
    this.#view = { ...(this.#view ?? {}), ...(before ? { refusal: problem } : { problem }) };
    this.#draw();
    this.#changed(this.#view);
  }

  /** A refusal in words, with the seat it is about. */
  #problemWords({ error, field }) {
    const seat = /^seats\[(\d+)\]/.exec(field ?? "");
    const words = this.seated(withNames(error));
    return `${seat ? `${this.seatName(Number(seat[1]))}: ` : ""}${words.charAt(0).toUpperCase()}${words.slice(1).replace(/\.$/, "")}.`;
  }

  #slots() {
    return (this.#view.piles ?? []).flatMap((pile) => pile.slots);
  }

  /** What lies on the table, by the places of the round file. */
  #placed() {
    return Object.fromEntries(this.#slots().filter((slot) => slot.value !== null).map((slot) => [slot.place, slot.value]));
  }

  /** What was told, with seats renumbered. */
  #byPlace(seatOf = (seat) => seat) {
    const renumbered = Object.entries(this.#lying).map(([place, value]) => {
      const [head, seat, ...rest] = place.split(".");
      if (head !== "seats") return [place, value];
      const at = seatOf(Number(seat));
      return at === null ? null : [[head, at, ...rest].join("."), value];
    });
    return Object.fromEntries(renumbered.filter(Boolean));
  }

  #tell(source, value) {
    const before = { sources: { ...this.#told.sources }, dealer_set: this.#told.dealer_set };
    const slots = this.#slots();
    if (value === null) delete this.#told.sources[source];
    else {
      const lies = new Set(slots.map((slot) => slot.source));
      // A card that was told after a decision that was taken back is free again.
      const kept = Object.entries(this.#told.sources).filter(([name, one]) => lies.has(name) || one !== value);
      this.#told.sources = { ...Object.fromEntries(kept), [source]: value };
    }
    const at = slots.findIndex((slot) => slot.source === source);
    const next = value === null ? slots[at] : [...slots.slice(at + 1), ...slots].find((slot) => slot.value === null && slot.source !== source);
    this.#active = next?.source ?? "";
    this.#pips = [];
    this.#picked = [];
    this.#told.dealer_set = {}; // of other cards
    this.#resetting = {};
    this.#ask(null, before);
  }

  #decide(seat, action) {
    const before = { actions: this.#told.actions };
    this.#told.actions = [...this.#told.actions, [seat, action]];
    this.#picked = [];
    this.#chosen = [];
    this.#ask(null, before);
  }

  #typed = null; // what is being written while the layout is drawn anew: { key, value }

  #number(label, value, change, more = {}) {
    const key = more["data-key"];
    const before = value === undefined || value === null ? "" : String(value);
    const tell = () => {
      this.#typed = null;
      change(input.value === "" ? null : Number(input.value));
    };
    const input = h("input", {
      type: "number",
      step: "any",
      min: "0",
      inputmode: "decimal",
      value: this.#typed?.key === key ? this.#typed.value : before,
      ...more,
      onfocus: () => this.#typed?.key !== key && input.select(), // what is typed replaces what came with another wager
      oninput: () => (this.#typed = { key, value: input.value }),
      onchange: tell,
      onblur: () => this.#typed?.key === key && tell(), // a field that was drawn anew knows of no change
    });
    return h("label", {}, label, input);
  }

  #wagers(seat, index) {
    const spots = this.#view.spots;
    const few = spots.length <= MANY;
    const made = spots.filter((spot) => few || spot.required || seat.wagers[spot.name] !== undefined);
    const set = (name, amount) => {
      // A required wager that must equal this one follows it.
      for (const { name: other, share } of spots.filter((spot) => spot.required && spot.equals === name)) {
        if (amount) seat.wagers[other] = amount * share;
        else delete seat.wagers[other];
      }
      if (amount) seat.wagers[name] = amount;
      else delete seat.wagers[name];
      this.#ask(this.#byPlace());
    };
    const rest = spots.filter((spot) => !made.includes(spot));
    const further = h(
      "select",
      {
        "data-key": `further-${index}`,
        onchange: () => {
          seat.wagers[further.value] = rest.find((spot) => spot.name === further.value)?.least ?? 5;
          this.#ask(this.#byPlace());
        },
      },
      h("option", { value: "" }, "Choose…"),
      rest.map((spot) => h("option", { value: spot.name }, spot.label)),
    );
    return [
      made.map((spot) =>
        this.#number(spot.required ? `${spot.label} *` : spot.label, seat.wagers[spot.name], (amount) => set(spot.name, amount), {
          "data-wager": spot.name,
          "data-key": `wager-${index}-${spot.name}`,
          "aria-label": `${this.seatName(index)}: ${spot.label}, dollars`,
          placeholder: spot.stakes.length ? spot.stakes.join(" or ") : "$",
        }),
      ),
      !few && h("label", {}, "Add a wager", further),
    ];
  }

  #seat(seat, index) {
    const remove = () => {
      const seatOf = (at) => (at === index ? undefined : at > index ? at - 1 : at);
      this.#told.seats.splice(index, 1);
      this.places.splice(index, 1);
      for (const values of Object.values(this.#ofSeats)) values.splice(index, 1);
      for (const part of ["betting", "outcome", "irregularity"]) {
        const told = Object.entries(this.#told[part]).map(([name, at]) => [name, OF_A_SEAT.includes(name) ? seatOf(at) : at]);
        this.#told[part] = Object.fromEntries(told.filter(([, value]) => value !== undefined));
      }
      this.#told.actions = this.#told.actions
        .filter(([who]) => who !== index)
        .map(([who, action]) => [who > index ? who - 1 : who, action]);
      this.#ask(this.#byPlace((at) => seatOf(at) ?? null));
    };
    return h(
      "div",
      { class: "desk-seat", "data-seat": index },
      h(
        "div",
        { class: "desk-seat-head" },
        h("b", {}, this.seatName(index)),
        this.#told.seats.length > (this.#view.pot ? 2 : 1) &&
          h("button", { type: "button", class: "quiet", "data-key": `remove-${index}`, "aria-label": `Remove ${this.seatName(index)}`, onclick: remove }, "Remove"),
      ),
      h(
        "div",
        { class: "wager-row" },
        this.#wagers(seat, index),
        this.#view.pot &&
          this.#number(
            "Chips",
            seat.stack,
            (amount) => {
              seat.stack = amount ?? undefined;
              this.#ask(this.#byPlace());
            },
            { "data-key": `stack-${index}`, placeholder: "200" },
          ),
        this.#knownOf(seat, index),
      ),
      this.#view.tickets && this.#ticket(seat, index),
    );
  }

  #ofSeats = {}; // by part of the record: what each seat has of it

  /** What is known of a seat before the deal: its straddle, markers, rounds won under a wager that stands. */
  #knownOf(seat, index) {
    const told = Object.keys(this.#ofSeats).filter((part) => this.#ofSeats[part].some(Boolean));
    return [...new Set([...(this.#view.seat_asks ?? []), ...told])].map((part) => {
      const [of, name, wager] = part.split(".");
      if (wager && !seat.wagers[wager]) return null; // no such wager stands
      const label = wager ? `${wagerName(wager)}: rounds won before` : (ASKED_OF_SEATS[name] ?? `${title(name)} before`);
      const tell = (value) => {
        (this.#ofSeats[part] ??= [])[index] = value ?? undefined;
        if (of === "betting") this.#told.actions = []; // another seat may be the first to act
        this.#ask(this.#byPlace());
      };
      return this.#number(label, this.#ofSeats[part]?.[index], tell, {
        "data-key": `of-${index}-${part}`,
        "aria-label": `${this.seatName(index)}: ${label}`,
        placeholder: of === "betting" ? "$" : "0",
        ...(of === "betting" ? {} : { step: "1" }),
      });
    });
  }

  /** The betting and the state of the record with what is known of each seat. */
  #stated() {
    const betting = { ...this.#told.betting };
    const state = { ...this.#told.state };
    for (const [part, values] of Object.entries(this.#ofSeats)) {
      const [of, name, wager] = part.split(".");
      if (!values.some(Boolean)) continue;
      if (of === "betting") betting[name] = values.flatMap((amount, at) => (amount ? [[at, amount]] : [])).toSorted((one, other) => one[1] - other[1]);
      else
        state[name] = this.#told.seats.map(({ wagers }, at) => {
          if (!wager) return values[at] ?? 0;
          return { ...state[name]?.[at], ...(wagers[wager] ? { [wager]: { won: values[at] ?? 0, stake: wagers[wager] } } : {}) };
        });
    }
    return { betting, state };
  }

  /** The numbers marked on a keno ticket. */
  #ticket(seat, index) {
    const tell = (ticket) => {
      seat.ticket = ticket;
      this.#ask(this.#byPlace());
    };
    const grouped = this.#apparatus.grouped ?? {};
    const { summary, content } = deskTicket(seat.ticket, {
      index,
      name: this.seatName(index),
      apparatus: this.#apparatus,
      kinds: Object.keys(seat.wagers).filter((name) => grouped[name]).map((name) => grouped[name]),
      active: this.#group[index] ?? "",
      choose: (letter) => {
        this.#group[index] = letter;
        this.#draw();
      },
      tell,
      number: (...given) => this.#number(...given),
    });
    const raced = (this.#apparatus.races ?? []).some((name) => seat.wagers[name]);
    const quit = (after) => {
      seat.actions = after ? [`quit race after game ${after}`] : undefined;
      this.#ask(this.#byPlace());
    };
    return h(
      "details",
      { class: "desk-ticket", open: true },
      h("summary", {}, `Ticket: ${summary}`),
      raced &&
        h(
          "div",
          { class: "wager-row" },
          this.#number("Games", seat.ticket?.games, (count) => tell({ ...seat.ticket, games: count ?? undefined }), { "data-key": `games-${index}`, step: "1", min: "1", placeholder: "1" }),
          this.#number("Quit after game", seat.actions?.[0]?.match(/\d+$/)?.[0], quit, { "data-key": `quit-${index}`, step: "1", min: "1", placeholder: "not" }),
        ),
      content,
    );
  }

  #group = {}; // by seat: the group of its ticket that is marked

  #house() {
    const { labels, over } = houseFields(this.#game);
    if (!labels.length) return null;
    // A choice counts at once: a ruling by a schedule that is no longer shown would be a wrong one.
    const apply = async (event) => {
      event.preventDefault();
      const before = this.#told.house;
      this.#told.house = over(before);
      this.#changed({ file: null });
      try {
        await this.again();
      } catch (error) {
        this.#complain({ error: error.message, field: "" }, { house: before });
      }
    };
    return disclosure(
      { class: "choices" },
      { text: "What the house chose: schedules and options" },
      { open: this.#houseOpen, tell: (open) => (this.#houseOpen = open) },
      h("form", { class: "fields", onchange: apply, onsubmit: apply }, labels),
    );
  }

  #houseOpen = false;

  #table() {
    const meters = (this.#view.meters ?? []).map((name) =>
      this.#number(
        `${wagerName(name)} meter shows`,
        this.#told.meters[name],
        (amount) => {
          if (amount === null) delete this.#told.meters[name];
          else this.#told.meters[name] = amount;
          this.#ask(this.#byPlace());
        },
        { "data-key": `meter-${name}` },
      ),
    );
    const betting = this.#view.betting ?? {};
    const set = (name, value) => {
      this.#told.betting = { ...this.#told.betting, [name]: value };
      this.#told.actions = [];
      this.#ask(this.#byPlace());
    };
    const apart = [...(this.#view.told_after ?? []), ...(this.#view.asks ?? []).map((part) => part.split(".")[1])];
    const known = Object.entries(betting).filter(([name]) => !apart.includes(name));
    const fields = known.map(([name, value]) => {
      if (name === "button")
        return h(
          "label",
          {},
          "Button",
          h(
            "select",
            { "data-key": "button", onchange: (event) => set("button", Number(event.target.value)) },
            this.#told.seats.map((_, at) => h("option", { value: String(at), selected: at === value }, this.seatName(at))),
          ),
        );
      if (typeof value === "number") return this.#number(BETTING[name] ?? title(name), value, (amount) => set(name, amount ?? 0), { "data-key": `bet-${name}` });
      if (Array.isArray(value) && value.every((one) => typeof one === "number"))
        return value.map((one, at) =>
          this.#number(BETTING[name]?.[at] ?? `${title(name)} ${at + 1}`, one, (amount) => set(name, value.with(at, amount ?? 0)), { "data-key": `bet-${name}-${at}` }),
        );
      return null;
    });
    const after = (this.#view.told_after ?? []).map((name) =>
      this.#number(
        `${title(name)} taken`,
        betting[name],
        (amount) => {
          const others = Object.entries(this.#told.betting).filter(([other]) => other !== name);
          this.#told.betting = { ...Object.fromEntries(others), ...(amount === null ? {} : { [name]: amount }) };
          this.#ask();
        },
        { "data-key": `bet-${name}`, placeholder: "as posted" },
      ),
    );
    fields.push(...(this.#view.asks ?? []).map((part) => this.#known(part)));
    return meters.length || after.length || fields.flat().filter(Boolean).length ? h("div", { class: "wager-row" }, meters, fields, after) : null;
  }

  /** A part of the record that is known before the deal: who banks, who shakes the dice. */
  #known(part) {
    const [of, name] = part.split(".");
    const [label, nobody, placeholder = "0"] = ASKED_BEFORE[name] ?? [title(name), ""];
    const tell = (value) => {
      const gone = [name, ...(name === "bank_seat" && value === null ? OF_BANK : [])];
      const others = Object.entries(this.#told[of]).filter(([other]) => !gone.includes(other));
      this.#told[of] = { ...Object.fromEntries(others), ...(value === null ? {} : { [name]: value }) };
      this.#ask(this.#byPlace());
    };
    if (OF_BANK.includes(name) && this.#told[of].bank_seat === undefined) return null;
    const value = this.#told[of][name];
    if (nobody === null)
      return h(
        "label",
        { class: "check" },
        h("input", { type: "checkbox", checked: value === true, "data-key": `asked-${name}`, onchange: (event) => tell(event.target.checked || null) }),
        label,
      );
    if (!nobody) return this.#number(label, value, tell, { "data-key": `asked-${name}`, step: label.includes("dollars") ? "any" : "1", placeholder });
    return h(
      "label",
      {},
      label,
      h(
        "select",
        { "data-key": `asked-${name}`, onchange: (event) => tell(event.target.value === "" ? null : Number(event.target.value)) },
        h("option", { value: "" }, nobody),
        this.#told.seats.map((_, at) => h("option", { value: String(at), selected: at === value }, this.seatName(at))),
      ),
    );
  }

  #irregularity() {
    const known = this.#game.irregularities;
    if (!known.length) return null;
    const told = this.#told.irregularity;
    const set = (change) => {
      const made = { ...this.#told.irregularity, ...change };
      this.#told.irregularity = made.kind ? Object.fromEntries(Object.entries(made).filter(([, value]) => value !== "" && value !== null)) : {};
      this.#ask();
    };
    const now = known.find((one) => one.kind === told.kind && (!told.of || one.of === told.of));
    return h(
      "div",
      { class: "wager-row irregular" },
      h(
        "label",
        {},
        "Irregularity",
        h(
          "select",
          {
            "data-key": "irregularity",
            onchange: (event) => {
              const one = known[Number(event.target.value)];
              const only = one?.of === "player" && this.#told.seats.length === 1 ? 0 : null; // no other seat it could be
              this.#told.irregularity = {};
              set(one ? { kind: one.kind, of: one.of || null, count: one.at_least > 1 ? one.at_least : null, seat: only } : { kind: "" });
            },
          },
          h("option", { value: "-1" }, "none"),
          known.map((one, at) =>
            h("option", { value: String(at), selected: one === now }, one.name),
          ),
        ),
      ),
      told.kind &&
        h(
          "label",
          {},
          "Whose",
          h(
            "select",
            { "data-key": "irregular-seat", onchange: (event) => set({ seat: event.target.value === "" ? null : Number(event.target.value) }) },
            h("option", { value: "" }, "the table's"),
            this.#told.seats.map((_, at) => h("option", { value: String(at), selected: told.seat === at }, this.seatName(at))),
          ),
        ),
      now?.asks.map((name) => this.#askedOf(name, set)),
      known.some((one) => one.kind === told.kind && one.at_least > 1) && this.#number("How many", told.count, (count) => set({ count }), { step: "1", min: "1", "data-key": "irregular-count" }),
      now?.rule && h("small", { class: "tip" }, now.rule),
      now?.says &&
        !this.#view.over &&
        h("button", { type: "button", "data-do": "rule-here", "data-key": "rule-here", onclick: () => this.#ruleHere(now) }, "Ruled at this point: the hand goes on"),
    );
  }

  /** What else the ruling on an irregularity depends on. */
  #askedOf(name, set) {
    const told = this.#told.irregularity;
    const check = (label, key, checked, change) =>
      h("label", { class: "check" }, h("input", { type: "checkbox", checked, "data-key": `irregular-${key}`, onchange: (event) => change(event.target.checked) }), label);
    if (name === "hand") return this.#number("Number of the hand", told.hand, (hand) => set({ hand }), { step: "1", min: "1", "data-key": "irregular-hand" });
    if (name === "cards") {
      const held = this.#slots().filter((slot) => slot.place.startsWith(`seats.${told.seat}.`) && slot.value !== null);
      const card = (event) => set({ cards: event.target.value ? [event.target.value] : null });
      return h(
        "label",
        {},
        "Card",
        h(
          "select",
          { "data-key": "irregular-card", onchange: card },
          h("option", { value: "" }, "Choose…"),
          held.map(({ value }) => h("option", { value, selected: told.cards?.[0] === value }, cardText(String(value)))),
        ),
      );
    }
    if (name !== "knew") return check(IRREGULARITY_ASKS[name], name, told[name] === true, (on) => set({ [name]: on || null }));
    const knew = told.knew ?? [];
    return this.#told.seats.map((_, at) =>
      check(`${this.seatName(at)} knew of it and bet`, `knew-${at}`, knew.includes(at), (on) => set({ knew: on ? [...knew, at] : knew.filter((seat) => seat !== at) })),
    );
  }

  /** A ruling on a hand of a pot is told among the decisions, and the others play on. */
  #ruleHere({ says, asks }) {
    const { seat = -1, cards = [], ...told } = this.#told.irregularity;
    const facts = asks.filter((name) => told[name] === true).map((name) => name.replaceAll("_", " "));
    this.#told.irregularity = {};
    this.#decide(seat, [[says, ...facts].join(", "), ...cards].join(" "));
  }

  #slot(slot) {
    const active = slot.source === this.#active;
    return h(
      "button",
      {
        type: "button",
        class: active ? "take active" : "take",
        "data-key": `slot-${slot.source}`,
        "data-place": slot.place,
        "aria-pressed": String(active),
        "data-told": slot.value === null ? "" : cardText(String(slot.value)),
        onclick: () => {
          if (active && slot.value !== null) {
            this.#tell(slot.source, null);
            return;
          }
          this.#active = slot.source;
          this.#pips = [];
          this.#draw();
        },
      },
      h("span", { class: "unseen" }, `${this.seated(slot.name)}: ${slot.value === null ? "not told" : cardText(String(slot.value))}`),
      h("span", { "aria-hidden": "true" }, shown(slot)),
    );
  }

  #piles() {
    const label = (pile) => {
      if (pile.seat === null) return pileLabel(pile);
      const hand = pile.name.replace(/^(cards|hands_)/, "");
      return hand ? `${this.seatName(pile.seat)}, hand ${hand}` : this.seatName(pile.seat);
    };
    return (this.#view.piles ?? []).map((pile) =>
      h(
        "div",
        { class: pile.slots.some((slot) => slot.source === this.#active) ? "slot active" : "slot", "data-slot": label(pile) },
        h("b", { class: "slot-name" }, label(pile)),
        h(
          "div",
          { class: "cards" },
          pile.slots.map((slot) => this.#slot(slot)),
        ),
      ),
    );
  }

  /** How the dealer set a hand: the house way, unless other cards are chosen. */
  #settings() {
    const { settings } = this.#view;
    if (!settings?.length) return null;
    const tell = (one, chosen) => {
      const { dealer_set: before } = this.#told;
      const part = chosen && { [one.part]: chosen };
      const other = (name, of) => (one.pile === "dealer" ? !Array.isArray(of) : name !== one.pile);
      const others = Object.fromEntries(Object.entries(before).filter(([name, of]) => other(name, of)));
      this.#told.dealer_set = { ...others, ...(one.pile === "dealer" ? part : part && { [one.pile]: part }) };
      this.#resetting = {};
      this.#ask(null, { dealer_set: before });
    };
    const same = (one, other) => one.toSorted().join() === other.toSorted().join();
    return settings.map((one) => {
      const picked = this.#resetting[one.pile] ?? one.cards.map((card, at) => at).filter(picks(one.cards, one.chosen));
      const cards = picked.map((at) => one.cards[at]);
      const fits = one.part === "keep" || picked.length === one.house_way.length;
      return h(
        "div",
        { class: "stacked setting", role: "group", "aria-label": `${pileLabel({ name: one.pile })}: ${one.part}` },
        h("p", {}, h("b", {}, pileLabel({ name: one.pile })), ` ${PART_SAID[one.part] ?? `${one.part}:`} `),
        h(
          "div",
          { class: "row" },
          one.cards.map((card, at) =>
            h(
              "button",
              {
                type: "button",
                class: "pick",
                "data-set": card,
                "data-key": `set-${one.pile}-${at}`,
                "aria-pressed": String(picked.includes(at)),
                onclick: () => {
                  this.#resetting = { ...this.#resetting, [one.pile]: picked.includes(at) ? picked.filter((other) => other !== at) : [...picked, at] };
                  this.#draw();
                },
              },
              cardText(card),
            ),
          ),
          !same(cards, one.chosen) && h("button", { type: "button", class: "primary", "data-do": `set-${one.pile}`, "data-key": `set-${one.pile}`, disabled: !fits, onclick: () => tell(one, cards) }, "The dealer set it so"),
          !same(one.chosen, one.house_way) && h("button", { type: "button", class: "quiet", "data-do": `house-way-${one.pile}`, "data-key": `house-way-${one.pile}`, onclick: () => tell(one, null) }, "Back to the house way"),
        ),
        same(one.chosen, one.house_way)
          ? h("p", { class: "tip" }, "So the house way sets it.")
          : h("p", { class: "warned", role: "alert" }, `Not the house way, which would put ${one.house_way.map(cardText).join(" ")} there.`),
      );
    });
  }

  #resetting = {}; // by pile: the places of the cards that are being chosen

  #palette() {
    const slot = this.#slots().find((one) => one.source === this.#active);
    if (!slot) return null;
    const purpose = slot.source.replace(/@\d+$/, "");
    const spent = new Set(this.#view.spent[purpose] ?? []);
    const put = (value, text, colored) =>
      h(
        "button",
        {
          type: "button",
          class: `${colored ? "hearted" : ""}${String(value).startsWith("Jk") || value === "Blank" ? " joker" : ""}` || null,
          "data-put": value,
          "data-key": `put-${value}`,
          disabled: spent.has(value),
          onclick: () => this.#tell(slot.source, value),
        },
        text,
      );
    if (slot.kind === "dice") return this.#dice(slot);
    if (slot.kind === "wheel") return this.#wheel(slot, put);
    const values = this.#view.choices[slot.kind] ?? this.#view.choices[purpose] ?? [];
    const cards = slot.kind === "card";
    return h(
      "div",
      { class: cards ? "palette" : `palette ${slot.kind === "number" ? "numbers" : "plain"}`, role: "group", "aria-label": `For ${this.seated(slot.name)}` },
      (cards ? values.toSorted((one, other) => order(one) - order(other)) : values).map((value) =>
        put(value, cards ? cardText(value) : value, cards && red(value)),
      ),
    );
  }

  /** The sections of a wheel; a spin that rests between two is none, and the wheel is spun again. */
  #wheel(slot, put) {
    const spins = this.#told.void_spins;
    const tell = (now) => {
      this.#told.void_spins = now;
      this.#ask();
    };
    return [
      h("div", { class: "palette plain", role: "group", "aria-label": `For ${this.seated(slot.name)}` }, (this.#view.choices.wheel ?? []).map((value) => put(value, value, false))),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", "data-do": "void-spin", "data-key": "void-spin", onclick: () => tell([...spins, "between"]) }, "A spin before that rested between two sections"),
        spins.length > 0 && [
          h("span", { class: "tip", role: "status" }, `${counted(spins.length, "spin")} before did not count.`),
          h("button", { type: "button", class: "quiet", "data-do": "no-void-spin", "data-key": "no-void-spin", onclick: () => tell(spins.slice(0, -1)) }, "Take one back"),
        ],
      ),
    ];
  }

  #dice(slot) {
    const roll = (pip) => {
      this.#pips = [...this.#pips, pip];
      if (this.#pips.length === slot.count) this.#tell(slot.source, this.#pips);
      else this.#draw();
    };
    return h(
      "div",
      { class: "palette plain", role: "group", "aria-label": `For ${this.seated(slot.name)}` },
      DICE.map((pip) => h("button", { type: "button", "data-put": pip, "data-key": `put-${pip}`, onclick: () => roll(pip) }, pip)),
      this.#pips.length > 0 && h("span", { class: "tip" }, `${this.#pips.join(", ")} and ${slot.count - this.#pips.length} more`),
    );
  }

  #decisions() {
    const { turn, legal, between, waits, actions, refused, over, warnings } = this.#view;
    const undo = () => {
      this.#told.actions = this.#told.actions.slice(0, -1);
      this.#ask();
    };
    const held = this.#slots()
      .filter((slot) => slot.place.startsWith(`seats.${turn}.`) && slot.value !== null)
      .map((slot) => String(slot.value));
    const places = choosesPlaces(legal ?? []);
    const toggle = (list, one) => (list.includes(one) ? list.filter((other) => other !== one) : [...list, one]);
    const pick = (text, on, change, at = text) =>
      h("button", { type: "button", class: "pick", "data-pick": text, "data-key": `pick-${at}`, "aria-pressed": String(on), onclick: change }, cardText(String(text)));
    return h(
      "section",
      { class: "stacked decisions", "aria-label": "Decisions" },
      h("h3", {}, "Decisions"),
      actions?.length > 0 &&
        h(
          "ol",
          { class: "told-actions" },
          actions.map((one) => h("li", {}, h("b", {}, one.seat < 0 ? "The floor" : this.seatName(one.seat)), " ", actionLabel(one.action))),
        ),
      refused && h("p", { class: "fault", role: "status" }, `Not possible there: ${this.seated(refused)}.`),
      (warnings ?? []).map((one) => h("p", { class: "warned", role: "alert" }, `${this.seatName(one.seat)}: ${this.seated(one.warning)}.`)),
      over && h("p", { class: "tip" }, "The round is over: nothing more is to be decided."),
      waits && h("p", { class: "tip", role: "status" }, waits),
      turn !== null &&
        legal?.length > 0 && [
          h("p", {}, h("b", {}, this.seatName(turn)), " may:"),
          namesCards(legal) &&
            h(
              "div",
              { class: "row", role: "group", "aria-label": "Cards of the hand" },
              held.map((card, at) =>
                pick(
                  card,
                  this.#picked.includes(at),
                  () => {
                    this.#picked = toggle(this.#picked, at);
                    this.#draw();
                  },
                  at,
                ),
              ),
            ),
          places &&
            h(
              "div",
              { class: "row", role: "group", "aria-label": "Places of the layout" },
              Array.from({ length: places.cards.places }, (_, at) => at + 1).map((number) =>
                pick(number, this.#chosen.includes(number), () => {
                  this.#chosen = toggle(this.#chosen, number);
                  this.#draw();
                }),
              ),
            ),
          actionsElement(
            between.length > FEW ? legal.filter((one) => !one.lays) : legal,
            this.#picked.map((at) => held[at]),
            (seat, action) => this.#decide(seat, action),
            { places: this.#chosen, pot: this.#view.pot },
          ),
          between.length > FEW && betweenElement(between, turn, (seat, action) => this.#decide(seat, action)),
        ],
      this.#told.actions.length > 0 && h("div", {}, h("button", { type: "button", class: "quiet", "data-do": "undo", "data-key": "undo", onclick: undo }, "Take the last decision back")),
    );
  }

  #draw() {
    const view = this.#view;
    if (!view?.spots) return;
    const add = () => {
      this.#told.seats.push({ wagers: { ...this.#told.seats.at(-1)?.wagers } });
      this.#ask(this.#byPlace());
    };
    if (!this.#slots().some((slot) => slot.source === this.#active)) this.#active = this.#slots().find((slot) => slot.value === null)?.source ?? "";
    const blank = this.#told.seats.every((seat) => !Object.keys(seat.wagers).length) && !view.problem?.field.startsWith("betting");
    show(
      this.#place,
      h("h2", {}, "What lay on the table"),
      this.#house(),
      this.#told.seats.map((seat, index) => this.#seat(seat, index)),
      h("div", { class: "row" }, h("button", { type: "button", "data-do": "add-seat", "data-key": "add-seat", onclick: add }, "Add a seat")),
      this.#table(),
      this.#irregularity(),
      view.problem && h("p", { class: blank ? "tip" : "fault", role: "status" }, blank && "Next, what was bet. ", this.#problemWords(view.problem)),
      view.refusal && h("p", { class: "fault", role: "status" }, this.#problemWords(view.refusal)),
      !view.problem && view.piles.length > 0 && h("section", { class: "stacked", "aria-label": "Cards" }, h("h3", {}, heading(view.piles)), this.#piles(), this.#palette(), this.#settings()),
      !view.problem && this.#decisions(),
    );
  }
}

/** What each seat of a round file has of a part of the record. */
function bySeat(round, part) {
  const [of, name, wager] = part.split(".");
  const seats = round.seats ?? [];
  if (of === "betting") {
    const made = BLINDS.flatMap((blinds) => round.betting?.[blinds] ?? []);
    return seats.map((_, at) => made.findLast(([seat]) => seat === at)?.[1]);
  }
  const held = round.state?.[name] ?? [];
  return seats.map((_, at) => (wager ? held[at]?.[wager]?.won : held[at]));
}
