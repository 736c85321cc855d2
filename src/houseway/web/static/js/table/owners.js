// Other owners of a hand: tips for the dealer and coupons beside one's bet, bets behind another's seat, the bank that
// goes round, money on the piece, and what is posted at the table.

import { get } from "../api.js";
import { attempt, disclosure, h, show } from "../dom.js";
import { money, playerName, seatName, title, wagerName } from "../text.js";

function dollars(attributes) {
  return h("input", { type: "number", min: "0", step: "any", inputmode: "decimal", size: "6", ...attributes });
}

/** What the player puts down beside his own wagers; kept until it is changed. */
export class Besides {
  constructor() {
    this.tips = {};
    this.joins = false;
    this.coupons = {};
    this.later = 0; // the tip with the next bet that an action makes
    this.open = false;
    this.media = { open: false, code: "", amount: "" }; // what is being written of tickets and currency
  }

  /** The fields of the wagers' request. */
  body(wagers, { tips_join }) {
    const tips = Object.fromEntries(Object.entries(this.tips).filter(([name, amount]) => amount && name in wagers));
    return {
      tips,
      tips_join: this.joins && Object.keys(tips).length ? tips_join : [],
      coupons: Object.fromEntries(Object.entries(this.coupons).filter(([, code]) => code)),
    };
  }
}

/** Tips and coupons for the wagers that are drafted. */
export function besidesElement(state, draft, besides, redraw) {
  const { owners } = state;
  const laid = Object.keys(draft.amounts).filter((name) => draft.amounts[name]);
  const tipped = laid.filter((name) => owners.tips.includes(name));
  if (!tipped.length && !(owners.coupons && laid.length)) return null;
  const spots = owners.coupon_spots.length ? owners.coupon_spots : laid;
  return disclosure(
    { class: "besides" },
    { attributes: { "data-do": "besides" }, text: "For the dealer, coupons" },
    { open: besides.open, tell: (open) => (besides.open = open) },
    tipped.map((name) =>
      h(
        "label",
        {},
        `Tip on ${wagerName(name)}`,
        dollars({
          "data-tip": name,
          "data-key": `tip-${name}`,
          value: besides.tips[name] ?? "",
          onchange: (event) => {
            besides.tips[name] = Number(event.target.value) || 0;
            redraw();
          },
        }),
      ),
    ),
    owners.tips_join.length > 0 &&
      tipped.length > 0 &&
      h(
        "label",
        { class: "check" },
        h("input", {
          type: "checkbox",
          checked: besides.joins,
          "data-key": "tips-join",
          onchange: (event) => (besides.joins = event.target.checked),
        }),
        `The tip takes part in ${owners.tips_join.map((name) => `${name}s`).join(" and ")}`,
      ),
    owners.coupons &&
      spots.map((name) =>
        h(
          "label",
          {},
          `Coupon on ${wagerName(name)}, its number`,
          h("input", {
            type: "text",
            maxlength: "32",
            size: "14",
            "data-coupon": name,
            "data-key": `coupon-${name}`,
            value: besides.coupons[name] ?? "",
            onchange: (event) => (besides.coupons[name] = event.target.value.trim()),
          }),
        ),
      ),
  );
}

/** A tip with the bet that the next action makes. */
export function laterTip(state, legal, besides) {
  const own = state.seats.find((seat) => seat.seat === state.round.turn);
  const made = legal.some((one) => one.wager && state.owners.tips.includes(one.wager) && one.adds.some((adds) => adds > 0));
  if (!own?.you || !made) return null;
  return h(
    "label",
    { class: "later-tip" },
    "Tip for the dealer with this bet",
    dollars({
      "data-key": "later-tip",
      value: besides.later || "",
      onchange: (event) => (besides.later = Number(event.target.value) || 0),
    }),
  );
}

/** The tips of a legal action in one of its texts, by the wager that it makes. */
export function tipsOf(state, one, text, besides) {
  const adds = one?.adds?.[one.texts.indexOf(text)];
  if (!one || !besides.later || !state.owners.tips.includes(one.wager) || !(adds > 0 || one.amount)) return {};
  return { tips: { [one.wager]: besides.later } };
}

/** Who else has something on a seat's hand. */
export function ownersLine(seat) {
  const parts = [
    ...(seat.piece ? [`${money(seat.piece)} on the piece`] : []),
    ...Object.entries(seat.tips).map(([name, amount]) => `${money(amount)} for the dealer on ${wagerName(name)}`),
    ...Object.entries(seat.coupons).map(([name, one]) => `coupon of ${money(one.value)} on ${wagerName(name)}`),
    ...seat.behind.map((one) => `${one.you ? "you" : playerName(one.player)} behind with ${money(one.staked)}`),
  ];
  return parts.length > 0 && h("p", { class: "others" }, parts.join(", "));
}

function stayOuts(state, chosen, attributes) {
  return state.owners.stays_out.map((what) =>
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        name: `out-${what}`,
        checked: chosen.includes(what),
        ...attributes(what),
      }),
      `Stay out of ${what === "insurance" ? what : `${what}s`}`,
    ),
  );
}

/** Whether one banks the game oneself. */
export function hasBank({ bank, you }) {
  return bank?.seat !== null && you.seats.includes(bank?.seat);
}

/** Bets behind the hands of others, where the game takes them and one does not bank it. */
export function behindElement(state, send) {
  const { owners, round } = state;
  if (!owners.behind.length || hasBank(state)) return null;
  const betting = round?.status === "betting";
  const others = state.seats.filter((seat) => seat.player && !seat.you && (betting ? seat.ready : seat.behind.some((one) => one.you)));
  const forms = others.map((seat) => {
    const own = seat.behind.find((one) => one.you);
    if (!betting || own) {
      const change = (what) => ({
        onchange: ({ target }) =>
          send("stay-out", { seat: seat.seat, stays_out: owners.stays_out.filter((one) => (one === what ? target.checked : own.stays_out.includes(one))) }),
      });
      return h(
        "div",
        { class: "behind", "data-behind": seat.seat },
        h("p", {}, `You bet ${money(own.staked)} behind ${seatName(seat.seat)}.`),
        stayOuts(state, own.stays_out, change),
        betting &&
          h("button", { type: "button", "data-do": "behind-off", onclick: () => send("behind", { seat: seat.seat }) }, "Take it off"),
      );
    }
    const submit = (event) => {
      event.preventDefault();
      const form = event.target;
      const out = owners.stays_out.filter((what) => form.elements[`out-${what}`].checked);
      send("behind", { seat: seat.seat, wagers: { [form.wager.value]: Number(form.amount.value) }, stays_out: out });
    };
    return h(
      "form",
      { class: "behind row", "data-behind": seat.seat, onsubmit: submit },
      h("span", {}, `Bet behind ${seatName(seat.seat)}`),
      h("label", {}, "on", h("select", { name: "wager", "data-key": `behind-wager-${seat.seat}`, "data-kept": true }, owners.behind.map((name) => h("option", { value: name }, wagerName(name))))),
      h("label", {}, "Dollars", dollars({ name: "amount", min: "0.01", required: true, "data-key": `behind-${seat.seat}`, "data-kept": true })),
      stayOuts(state, [], (what) => ({ "data-key": `behind-out-${what}-${seat.seat}`, "data-kept": true })),
      h("button", { type: "submit", "data-do": "behind" }, "Bet behind"),
    );
  });
  return forms.length > 0 && h("section", { class: "behinds", "aria-label": "Bets behind a seat" }, forms);
}

/** Who has the bank, to whom it is offered, and one's own part in it. */
export function bankElement(state, send, post) {
  const { bank, round } = state;
  if (!bank) return null;
  const open = round?.status === "betting" || round?.status === "playing";
  const own = state.seats.find((seat) => seat.you && (bank.offer === null ? true : seat.seat === bank.offer));
  const bets = round?.status === "betting" && (own?.ready || own?.staked > 0); // who has bet does not take the bank
  const told =
    bank.seat !== null
      ? `${seatName(bank.seat)} banks with ${money(bank.amount)}, round ${bank.turn} of its turn.`
      : bank.offer !== null
        ? `The bank is offered to ${seatName(bank.offer)}.`
        : bank.amount
          ? "The house's own banker has the bank."
          : "Nobody has the bank yet: a player takes it before the deal.";
  const take = (event) => {
    event.preventDefault();
    post("bank", { seat: own.seat, amount: Number(event.target.amount.value) });
  };
  const mine = own && bank.seat === own.seat;
  return h(
    "section",
    { class: "bank", "aria-label": "The bank" },
    h("p", { role: "status" }, told),
    own &&
      round?.status !== "playing" &&
      !bets &&
      bank.seat === null &&
      h(
        "form",
        { class: "row", onsubmit: take },
        h("label", {}, "Dollars", dollars({ name: "amount", min: "1", max: String(own.stack), required: true, "data-key": "bank", "data-kept": true })),
        h("button", { type: "submit", "data-do": "take-bank" }, "Take the bank"),
      ),
    own &&
      bank.offer === own.seat &&
      h("button", { type: "button", "data-do": "refuse-bank", onclick: () => send("refuse-bank", { seat: own.seat }) }, "Refuse the bank"),
    mine &&
      !open &&
      h("button", { type: "button", "data-do": "give-bank", onclick: () => post("bank", { seat: own.seat, amount: 0 }) }, "Give the bank back"),
  );
}

/** Other ways to chips: a ticket by its number, money on the piece. */
export function mediaElement(state, seat, send, media) {
  const sent = async (event, path, body) => {
    event.preventDefault();
    const written = { ...media };
    Object.assign(media, { open: false, code: "", amount: "" });
    if (!(await send(path, { seat: seat.seat, ...body }))) Object.assign(media, written);
  };
  const exchange = (event) => sent(event, "exchange", { code: event.target.code.value.trim() });
  const lay = (event) => sent(event, "piece", { amount: Number(event.target.amount.value) || 0 });
  const keep = (event) => (media[event.target.name] = event.target.value);
  return disclosure(
    { class: "media" },
    { attributes: { "data-do": "media" }, text: "Tickets and currency" },
    { open: media.open, tell: (open) => (media.open = open) },
    h(
      "form",
      { class: "row", onsubmit: exchange },
      h("label", {}, "Ticket or receipt, its number", h("input", { name: "code", required: true, maxlength: "32", size: "14", value: media.code, oninput: keep, "data-key": "code" })),
      h("button", { type: "submit", "data-do": "exchange" }, "Exchange for chips"),
    ),
    state.owners.piece &&
      h(
        "form",
        { class: "row", onsubmit: lay },
        h("label", {}, "Currency on the table, in dollars", dollars({ name: "amount", required: true, value: media.amount, oninput: keep, "data-key": "piece" })),
        h("button", { type: "submit", "data-do": "piece" }, "Lay money on the piece"),
      ),
  );
}

/** What is posted at the table, read when it is opened. */
export function noticesElement(table) {
  const list = h("div", {});
  const read = async (event) => {
    if (!event.target.open || list.childElementCount) return;
    const found = await attempt(() => get(`/tables/${table}/notices`));
    show(
      list,
      found?.length
        ? h("dl", { class: "figures" }, found.map((one) => [h("dt", {}, one.title), h("dd", {}, one.text, " ", h("span", { class: "cite" }, one.rule))]))
        : h("p", {}, "Nothing is posted."),
    );
  };
  return h("details", { class: "log notices", ontoggle: read }, h("summary", { "data-do": "notices" }, "Posted at this table"), list);
}

/** The lines of other owners as the settlement shows them. */
export function ownerHeading(owner) {
  if (owner === "dealer") return "For the dealer";
  return title(owner === "coupon" ? "Coupon" : owner.replace("backline", "Behind, bettor"));
}
