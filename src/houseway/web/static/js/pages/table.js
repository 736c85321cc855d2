// The table: any game, drawn from what its file says, for one person or several.

import { get, post, session, watchTable } from "../api.js";
import { announce, attempt, h, show } from "../dom.js";
import { actionsElement, choosesPlaces, handToAct, namesCards } from "../table/actions.js";
import { Draft, madeElement, spotsElement, trayElement } from "../table/bets.js";
import { diceLayout } from "../table/dice.js";
import { forget, forWagers, note } from "../table/entropy.js";
import { gridLayout } from "../table/grid.js";
import { hintElement } from "../table/hint.js";
import { buyIn, buyInOf, moreChips, ownTable } from "../table/opening.js";
import { hasTiles, houseElement, placesToChoose, Seen } from "../table/piles.js";
import { freeSeats, seatsElement, signsElement } from "../table/seats.js";
import { citeElement, winningCards } from "../table/settlement.js";
import { bankElement, behindElement, Besides, besidesElement, hasBank, laterTip, mediaElement, noticesElement, tipsOf } from "../table/owners.js";
import { pacedStates } from "../table/pace.js";
import { headElements, sideElements } from "../table/side.js";
import { changeWords } from "../table/speech.js";
import { ticketElement } from "../table/ticket.js";
import { countIn, gameLink, money, nameWagers, seatName, sentence } from "../text.js";

const MOST_BEFORE = 12; // numbers that came up before, shown beside the wheel
const PACE = 700; // milliseconds between two decisions of others
const AGAIN = 3000; // milliseconds until a hint that will be better is asked for again

class Table {
  /**
   * @param {HTMLElement} place
   * @param {Api.TableView} state
   * @param {Api.Apparatus} apparatus
   * @param {string[]} before
   */
  constructor(place, state, apparatus, before, user) {
    this.place = place;
    this.alone = user?.role === "guest"; // the whole house too: who has an account and plays does not act for it
    this.cameUp = state.round?.settlement ? before.slice(1) : before; // the latest is that of the round itself
    this.apparatus = apparatus;
    this.seen = new Seen();
    this.drafts = new Map();
    this.besides = new Besides();
    this.notices = noticesElement(state.id);
    this.marked = new Set();
    this.picked = [];
    this.places = []; // of a shared pile
    this.chip = 5;
    this.hint = null;
    this.asking = false;
    this.sending = false;
    this.busy = false;
    this.left = false;
    this.head = h("header", { class: "page-head" });
    this.felt = h("section", { class: "felt", "aria-label": "Table" });
    this.controls = h("section", { class: "controls", "aria-label": "Your play" });
    this.more = h("section", { class: "seat-acts", "aria-label": "Your seat" });
    this.side = h("aside", { class: "side", "aria-label": "Settlement and events" });
    place.replaceChildren(
      this.head,
      h(
        "div",
        { class: "table-grid" },
        h("div", { class: "table-main" }, this.felt, this.controls, this.more),
        this.side,
      ),
    );
    this.take(state);
  }

  /** A newer state of the table; what others did meanwhile is shown one by one. */
  take(state) {
    const newest = this.coming ?? this.state;
    const edited = newest && state.rules !== newest.rules;
    if (newest && (state.version < newest.version || (state.version === newest.version && !edited))) return;
    if (edited) this.takeRules(state);
    this.coming = state;
    clearTimeout(this.pacing);
    this.pace(this.state ? pacedStates(this.state, state) : []);
  }

  /** Another version of the game's file: names, equipment and betting spots are those of the new one. */
  async takeRules(state) {
    nameGame(state);
    const laid = [...this.drafts].map(([seat, draft]) => [seat, draft.amounts]);
    const known = new Set(state.spots.map((spot) => spot.name));
    this.drafts = new Map(
      laid.map(([seat, wagers]) => [seat, this.newDraft(state.spots, seat, Object.fromEntries(Object.entries(wagers).filter(([name]) => known.has(name))))]),
    );
    const apparatus = await attempt(() => get("/apparatus", { id: state.game.id }));
    if (!apparatus || this.left) return;
    this.apparatus = apparatus;
    this.draw();
  }

  pace(states) {
    const [next, ...rest] = states;
    if (!next) {
      const state = this.coming;
      this.coming = null;
      this.settleOn(state);
      return;
    }
    this.state = next;
    this.draw();
    this.pacing = setTimeout(() => this.pace(rest), PACE);
  }

  settleOn(state) {
    const words = changeWords(this.state, state);
    const moved = this.state?.round?.seq !== state.round?.seq || this.state?.round?.id !== state.round?.id;
    const spun = this.state?.round?.piles.find((pile) => pile.name === "wheel")?.cards.at(-1);
    if (spun && this.state.round.id !== state.round?.id) this.cameUp = [spun, ...this.cameUp].slice(0, MOST_BEFORE);
    if (moved) {
      this.picked = [];
      this.places = [];
      this.warned = "";
      this.hint = null;
      this.next = null;
    }
    this.state = state;
    note(state.round);
    this.draw();
    if (moved && state.you.seats.includes(state.round?.turn) && this.playing)
      this.felt.querySelector(".seat.turn")?.scrollIntoView({ block: "nearest" });
    if (words) announce(words);
    if (moved) dispatchEvent(new CustomEvent("houseway:money"));
  }

  /** A question about the decision at hand; once that is made, the server could only refuse to answer. */
  question(path, query) {
    this.questions ??= new AbortController();
    return get(`/tables/${this.state.id}/${path}`, query, this.questions.signal);
  }

  withdrawQuestions() {
    this.questions?.abort();
    this.questions = null;
    this.asking = false;
  }

  /** One request at a time: a second click before the answer is no second decision. */
  async send(path, body) {
    if (this.sending) return null;
    this.sending = true;
    if (path === "act") this.withdrawQuestions();
    const state = await attempt(() => post(`/tables/${this.state.id}/${path}`, body));
    this.sending = false;
    if (state) this.take(state);
    else if (body?.entropy) forget(this.state.id, body.seat);
    return state;
  }

  /** A decision from its click to the last answer: clicks meanwhile are on a table that no longer is, and do nothing. */
  async decide(draft, work) {
    if (this.busy) return;
    this.busy = true;
    draft?.keep();
    this.controls.ariaBusy = "true";
    try {
      await work();
    } finally {
      this.busy = false;
      this.controls.ariaBusy = "false";
      draft?.release();
    }
  }

  act = (seat, action, one = null) =>
    this.decide(null, async () => {
      const had = this.controls.contains(document.activeElement);
      const body = { seat, action, after: this.state.round.seq, ...tipsOf(this.state, one, action, this.besides) };
      if ((await this.send("act", body)) && had) this.focusNext();
    });

  focusNext() {
    if (this.controls.contains(document.activeElement)) return;
    this.controls.querySelector(".acts button:not(:disabled), .primary:not(:disabled)")?.focus({ preventScroll: true });
  }

  get playing() {
    return this.state.round?.status === "playing";
  }

  /** The own seat that bets next: the first that is not ready, else the first. */
  get bettor() {
    const own = this.state.seats.filter((seat) => seat.you && !seat.leaving);
    return own.find((seat) => !this.ready(seat)) ?? own[0];
  }

  ready(seat) {
    return this.state.round?.status === "betting" && seat.ready;
  }

  draft(seat) {
    const key = seat.seat;
    if (!this.drafts.has(key)) this.drafts.set(key, this.newDraft(this.state.spots, key, seat.wagers));
    const draft = this.drafts.get(key);
    draft.hold(this.chip);
    return draft;
  }

  newDraft(spots, seat, wagers = {}) {
    const ask = (drafted) => attempt(() => post(`/tables/${this.state.id}/draft`, { seat, ticket: this.ticket, ...drafted }));
    return new Draft(spots, ask, () => this.left || this.draw(), wagers);
  }

  /** The numbers marked on the seat's ticket. */
  get ticket() {
    return this.marked.size ? { spots: [...this.marked].sort((one, other) => one - other) } : {};
  }

  deal = (seat) => this.decide(this.draft(seat), () => this.dealTo(seat));

  async dealTo(seat) {
    const others = this.state.seats.filter((one) => one.player && !one.bot && one.seat !== seat.seat);
    const deal = !this.state.tournament && others.every((one) => this.ready(one));
    const { ticket } = this;
    const wagers = this.state.spots.length ? await this.draft(seat).settled() : {};
    const had = this.controls.contains(document.activeElement);
    const { commitment, round } = this.state.shuffle;
    const body = { seat: seat.seat, wagers, ticket, deal, round, shuffle: commitment, ...this.besides.body(wagers, this.state.owners) };
    const blind = this.state.blind && this.blind > 0 ? { blind: this.blind } : {};
    const state = await this.send("bets", { ...body, ...blind, ...(await forWagers(this.state.id, seat.seat, round)) });
    const last = !this.state.tournament && state?.round?.status === "betting" && state.seats.every((one) => !one.player || one.bot || one.ready);
    if (last) await this.send("deal");
    if (state) Object.assign(this.besides, { coupons: {}, open: false }); // a coupon is good once
    if (state && had) this.focusNext();
  }

  /** The bank of a player-dealer, through the floor's own door. */
  postBank = async (path, body) => {
    if (await attempt(() => post(`/floor/tables/${this.state.id}/${path}`, body)))
      this.take(await get(`/tables/${this.state.id}`));
  };

  context() {
    const { state } = this;
    return {
      ask: (seat) => this.send("show", { seat }),
      apparatus: this.apparatus,
      seen: this.seen,
      tiles: hasTiles(state.round?.piles ?? []),
      own: state.you.seats,
      history: state.round?.history ?? [],
      cameUp: this.cameUp,
      used: winningCards(state.round?.piles ?? [], state.round?.settlement?.seats ?? []),
      results: (state.round?.settlement?.seats ?? []).filter((seat) => state.you.seats.includes(seat.seat)).flatMap((seat) => seat.lines),
      acting: { hand: handToAct(state.round?.legal ?? []), seat: state.round?.turn },
      bettor: state.you.seats.length > 1 && !this.playing ? this.bettor?.seat : null,
      choice: namesCards(state.round?.legal ?? []) ? (pile) => this.choice(pile) : null,
    };
  }

  choice(pile) {
    if (pile.name !== "player" && !pile.name.startsWith("hand")) return null;
    return {
      key: pile.name,
      picked: this.picked.filter((one) => one.pile === pile.name).map((one) => one.index),
      toggle: (index) => {
        const same = (one) => one.pile === pile.name && one.index === index;
        if (this.picked.some(same)) this.picked = this.picked.filter((one) => !same(one));
        else this.picked.push({ pile: pile.name, index, card: pile.cards[index] });
        this.warned = "";
        this.draw();
        this.warn();
      },
    };
  }

  /** The cards chosen so far, in the order of the hand. */
  get pickedCards() {
    return [...this.picked].sort((one, other) => one.index - other.index).map((one) => one.card);
  }

  /** Ask whether the cards as chosen would be a mistake that the rules punish, before it is made. */
  async warn() {
    const { round } = this.state;
    const cards = this.pickedCards;
    const fits = (one) => one.cards && cards.length >= one.cards.least && cards.length <= one.cards.most;
    const choice = round.warns && round.legal.find(fits);
    if (!choice || this.busy) return;
    const action = [choice.lead, ...cards].join(" ");
    const said = await this.question("warning", { seat: choice.seat, action }).catch(() => null);
    if (said?.warning && cards.join() === this.pickedCards.join()) {
      this.warned = said.warning;
      this.draw();
    }
  }

  /** What the button that begins a round says. */
  get begins() {
    if (!this.state.spots.length) return "Deal me in";
    if (this.state.tournament) return "Write the ticket";
    if (this.apparatus.places) return "Roll";
    return this.apparatus.sections ? "Spin" : this.apparatus.numbers ? "Draw" : "Deal";
  }

  draw() {
    const { state } = this;
    this.seen.begin(state.round?.id ?? null);
    show(this.head, headElements(this.state));
    const context = this.context();
    const piles = state.round?.piles ?? [];
    show(
      this.felt,
      h(
        "p",
        { class: "print", "aria-hidden": "true" },
        h("span", {}, state.game.name),
        !piles.length && h("small", {}, state.game.summary),
      ),
      signsElement(state),
      houseElement(piles, context, this.apparatus.numbers && this.betting),
      this.choosingElement(),
      seatsElement(state, context),
      this.bettingElement(),
      freeSeats(state, (seat) => this.sit(seat)),
    );
    show(
      this.controls,
      this.controlElements(),
      bankElement(state, (path, body) => this.send(path, body), this.postBank),
      behindElement(state, (path, body) => this.send(path, body)),
    );
    show(this.more, this.seatButtons());
    show(this.side, sideElements(this.state, this.begins), this.notices);
  }

  /** The places of a shared pile, where the next decision chooses some. */
  choosingElement() {
    const choice = choosesPlaces(this.state.round?.legal ?? []);
    if (!choice || !this.playing) return null;
    return placesToChoose(choice, this.places, (place) => {
      if (this.places.includes(place)) this.places = this.places.filter((one) => one !== place);
      else this.places = [...this.places, place].slice(-choice.cards.most);
      this.draw();
    });
  }

  async sit(seat) {
    const state = await attempt(() => buyIn(this.state, seat));
    if (state) this.take(state);
  }

  /** Whether a seat of one's own puts chips down now. */
  get betting() {
    const seat = this.bettor;
    return !this.playing && seat && !this.ready(seat) && !this.banks && this.state.spots.length > 0;
  }

  /** Whether one is the player-dealer, against whose bank the others bet. */
  get banks() {
    return hasBank(this.state);
  }

  /** The wagers that may be put down between two rolls, before the next one. */
  get between() {
    const { round } = this.state;
    if (!this.playing || !round.spots.length) return null;
    this.next ??= this.newDraft(round.spots, round.turn);
    this.next.hold(this.chip);
    return this.next;
  }

  /** Put down what was chosen, then act. */
  putDown = (seat, action) =>
    this.decide(this.next, async () => {
      const had = this.controls.contains(document.activeElement);
      const { next } = this;
      await next?.settled();
      const chosen = next?.actions ?? [];
      for (const bet of chosen)
        if (!(await this.send("act", { seat, action: bet, after: this.state.round.seq }))) return;
      const still = this.state.round.legal.some((one) => one.seat === seat && (one.texts.includes(action) || one.cards));
      if (chosen.length && !still) return; // the bet was the decision
      if ((await this.send("act", { seat, action, after: this.state.round.seq })) && had) this.focusNext();
    });

  /** Say something of a bet that stands; what was chosen for the next roll stays chosen as far as it may. */
  sayOf(seat, action) {
    return this.decide(this.next, async () => {
      const chosen = (await this.next?.settled()) ?? {};
      await this.send("act", { seat, action, after: this.state.round.seq });
      const { round } = this.state;
      if (this.playing && round.spots.length) this.next = this.newDraft(round.spots, round.turn, chosen);
      this.draw();
    });
  }

  layoutElement(draft) {
    const { layout, places } = this.apparatus;
    const { round, you } = this.state;
    if (places) {
      const bets = this.playing ? round.bets.filter((bet) => you.seats.includes(bet.seat)) : [];
      const point = Number(round?.piles.find((pile) => pile.name === "point" && pile.seat === null)?.cards[0] ?? 0);
      const says = this.playing ? (round.legal ?? []).filter((one) => one.wager && one.texts.length) : [];
      const say = (text) => this.sayOf(round.turn, text);
      const drawn = diceLayout(this.apparatus, { bets, draft, point: this.playing ? point : 0, says, say });
      return [drawn, draft && madeElement(draft)];
    }
    const last = round?.piles.find((pile) => pile.name === "wheel")?.cards.at(-1) ?? "";
    return [gridLayout(layout, draft, last), madeElement(draft)];
  }

  bettingElement() {
    if (this.playing && this.apparatus.places) return this.layoutElement(this.between);
    if (this.between) return [spotsElement(this.between)];
    if (!this.betting) return null;
    const draft = this.draft(this.bettor);
    if (this.apparatus.places || this.apparatus.layout) return this.layoutElement(draft);
    const called = (this.state.round?.piles ?? []).find((pile) => pile.name === "drawn");
    const last = { drawn: new Set((called?.cards ?? []).map(Number)) };
    return [
      this.apparatus.numbers && ticketElement(this.apparatus.numbers, this.marked, () => draft.refresh(), last),
      spotsElement(draft),
    ];
  }

  trayControl() {
    return trayElement(this.chip, (value) => {
      this.chip = value;
      this.draw();
    });
  }

  /** A straddle or over blind for the next hand, where the house allows one. */
  blindControl() {
    const { blind } = this.state;
    if (!blind) return null;
    return h(
      "label",
      { class: "blind", title: blind.rule },
      `${blind.name} in all, more than ${money(blind.above)}`,
      h("input", {
        type: "number",
        min: "0",
        step: "any",
        inputmode: "decimal",
        "data-key": "blind",
        value: this.blind ? String(this.blind) : "",
        oninput: (event) => {
          this.blind = Number(event.target.value);
        },
      }),
    );
  }

  controlElements() {
    const { state } = this;
    const seat = this.bettor;
    if (!seat && state.tournament) return this.clockElements("You have no seat at this table.");
    if (!seat) return [h("p", {}, "You watch this table. Take a free seat to play.")];
    if (this.playing) return this.playElements();
    if (state.tournament && (!state.spots.length || state.round?.status !== "betting" || this.ready(seat)))
      return this.clockElements(this.ready(seat) ? "Your ticket is written." : "The next hand is dealt by the clock.");
    if (this.ready(seat)) return this.waitingElements();
    if (this.banks) return [h("p", { class: "tip", role: "status" }, "You have the bank: the round begins when the others have bet."), this.whyControl()];
    const draft = this.draft(seat);
    const pot = !state.spots.length;
    const several = state.you.seats.length > 1;
    return [
      !pot && this.trayControl(),
      this.blindControl(),
      h(
        "div",
        { class: "acts" },
        h(
          "button",
          {
            type: "button",
            class: "primary",
            "data-key": "deal",
            "data-do": "deal",
            disabled: !pot && !draft.total,
            onclick: () => this.deal(seat),
          },
          `${several ? `${seatName(seat.seat)}: ` : ""}${this.begins}${draft.total ? ` for ${money(draft.total)}` : ""}`,
        ),
        !pot &&
          h(
            "button",
            {
              type: "button",
              "data-key": "clear",
              disabled: !draft.total,
              onclick: () => draft.clear(),
            },
            "Clear",
          ),
      ),
      !pot && besidesElement(state, draft, this.besides, () => this.draw()),
      !pot && !draft.total && h("p", { class: "tip" }, "Choose a chip, then click a betting spot."),
      draft.total > 0 && draft.problem && h("p", { class: "tip", role: "status" }, draft.problem),
      this.whyControl(),
    ];
  }

  /** Where the last round's wagers are explained. */
  whyControl() {
    return (
      this.state.round?.settlement &&
      h(
        "button",
        {
          type: "button",
          class: "quiet to-side",
          "data-key": "why",
          onclick: () => this.side.scrollIntoView({ block: "start" }),
        },
        "Why?",
      )
    );
  }

  /** A table of a tournament between two hands. */
  clockElements(words) {
    const { tournament } = this.state;
    return [
      h("p", { class: "tip", role: "status" }, `${words} ${tournament.stakes ? `Level ${tournament.level}: ${tournament.stakes}. ` : ""}${tournament.left} players are left.`),
      h("div", { class: "acts" }, h("a", { class: "button", href: `#/tournament/${tournament.id}` }, tournament.name)),
    ];
  }

  chipsButton(seat) {
    return h(
      "button",
      {
        type: "button",
        "data-key": "chips",
        "data-do": "chips",
        onclick: async () => {
          const state = await attempt(() => moreChips(this.state, seat.seat));
          if (state) this.take(state);
        },
      },
      `Buy ${money(buyInOf(this.state))} of chips`,
    );
  }

  seatButtons() {
    const seat = this.bettor;
    if (!seat || this.playing || this.ready(seat) || this.state.tournament) return [];
    const free = this.state.seats.some((one) => !one.player);
    return [
      this.chipsButton(seat),
      free &&
        this.alone &&
        h(
          "button",
          { type: "button", "data-key": "bot", "data-do": "bot", onclick: () => this.send("bots", {}) },
          "Add a player",
        ),
      h(
        "button",
        {
          type: "button",
          "data-key": "leave",
          "data-do": "leave",
          onclick: () => this.send("leave", { seat: seat.seat }),
        },
        "Leave",
      ),
      mediaElement(this.state, seat, (path, body) => this.send(path, body), this.besides.media),
    ];
  }

  waitingElements() {
    const banks = this.state.bank?.seat;
    const waiting = this.state.seats.filter((one) => one.player && !one.bot && one.seat !== banks && !this.ready(one));
    const seat = this.bettor;
    return [
      h(
        "p",
        { class: "tip", role: "status" },
        waiting.length
          ? `Waiting for ${waiting.map((one) => seatName(one.seat)).join(", ")} to bet.`
          : "Everybody has bet.",
      ),
      h(
        "div",
        { class: "acts" },
        !waiting.length &&
          h(
            "button",
            {
              type: "button",
              class: "primary",
              "data-key": "deal",
              "data-do": "deal",
              onclick: () => this.send("deal"),
            },
            "Deal",
          ),
        h(
          "button",
          {
            type: "button",
            "data-key": "back",
            onclick: () => {
              this.drafts.delete(seat.seat);
              this.send("take-back", { seat: seat.seat });
            },
          },
          "Take back",
        ),
      ),
    ];
  }

  playElements() {
    const { round } = this.state;
    if (round.problem) return [h("p", { class: "warned", role: "alert" }, sentence(round.problem))];
    if (!round.legal.length) return [h("p", { class: "tip" }, `${seatName(round.turn)} decides…`)];
    const picked = this.pickedCards;
    const rules = [...new Set(round.legal.map((one) => one.rule).filter(Boolean))];
    const { game, house } = this.state;
    const between = this.between;
    const drawn = this.apparatus.places; // what may be said of bets that stand is drawn beside them
    const legal = between ? round.legal.filter((one) => (drawn ? !one.wager : !one.lays)) : round.legal;
    const own = this.state.seats.find((one) => one.seat === round.turn);
    const dear = round.legal.some((one) => one.adds.some((adds) => adds > own.stack));
    return [
      this.warned && h("p", { class: "warned", role: "alert" }, `Careful: ${this.warned}.`),
      dear && h("div", { class: "acts" }, h("p", { class: "tip" }, `You have ${money(own.stack)} left.`), this.chipsButton(own)),
      between && this.trayControl(),
      actionsElement(legal, picked, between ? this.putDown : this.act, { besides: between?.total, places: this.places, stack: own.stack, pot: game.traits.pot }),
      !between && laterTip(this.state, round.legal, this.besides),
      !between && hintElement(this.hint, {
        asking: this.asking,
        strategy: gameLink("odds", game.id, house),
        ask: () => this.askHint(round.turn),
      }),
      !between && rules.length > 0 &&
        h(
          "p",
          { class: "cites" },
          rules.map((rule) => citeElement(rule, game.id, house)),
        ),
    ];
  }

  /** Ask for the hint; what comes after the next decision is no longer wanted. */
  async askHint(seat) {
    const { seq } = this.state.round;
    this.asking = true;
    this.draw();
    const { signal } = (this.questions ??= new AbortController());
    const hint = await attempt(() => this.question("hint", { seat }).catch((error) => {
      if (signal.aborted) return null;
      throw error;
    }));
    if (signal.aborted) return;
    this.asking = false;
    if (this.state.round?.seq === seq) this.hint = hint;
    this.draw();
    while (this.hint?.soon && !this.left) {
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
      if (this.left || this.state.round?.seq !== seq) return;
      this.hint = (await this.question("hint", { seat }).catch(() => null)) ?? this.hint;
      if (this.state.round?.seq !== seq) this.hint = null;
      this.draw();
    }
  }
}

function nameGame(state) {
  document.title = `${state.game.name} · Houseway`;
  nameWagers({ ...Object.fromEntries(state.spots.map((spot) => [spot.name, spot.label])), ...state.game.labels });
}

export async function open(place, { name, argument, query }) {
  if (name === "play") {
    const number = await ownTable(argument, JSON.parse(query.get("house") ?? "{}"));
    location.replace(`#/table/${number}`);
    return null;
  }
  const state = await get(`/tables/${encodeURIComponent(argument)}`);
  const apparatus = await get("/apparatus", { id: state.game.id });
  const before = apparatus.layout ? await get(`/tables/${state.id}/draws`, { most: MOST_BEFORE }) : [];
  const { user } = await session();
  countIn(Boolean(state.tournament));
  nameGame(state);
  const table = new Table(place, state, apparatus, before.map((one) => one.outcome.spins.at(-1)), user);
  const close = watchTable(state.id, (newer) => table.take(newer));
  return () => {
    clearTimeout(table.pacing);
    table.left = true;
    countIn(false);
    close();
  };
}
