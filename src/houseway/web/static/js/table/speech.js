// A table's change in words, for those who hear the page.

import { net, seatName, spoken, title } from "../text.js";

function pileWords(pile, own) {
  const whose = pile.seat === null ? title(pile.name) : own.includes(pile.seat) ? "You" : seatName(pile.seat);
  const cards = pile.cards.map(spoken).join(", ");
  const hidden = pile.hidden ? `${cards ? " and " : ""}${pile.hidden} face down` : "";
  return cards || hidden ? `${whose}: ${cards}${hidden}.` : "";
}

/** What to say when `after` follows `before`. */
export function changeWords(before, after) {
  const round = after.round;
  if (!round || before?.round?.seq === round.seq) return "";
  const own = after.you.seats;
  if (round.status === "betting") return "";
  const cards = round.piles.map((pile) => pileWords(pile, own)).join(" ");
  if (round.status === "settled") {
    const mine = round.settlement.seats.filter((seat) => own.includes(seat.seat));
    const lines = mine.flatMap((seat) =>
      seat.lines.map((line) => `${title(line.wager)} ${net(line.net)}: ${line.reason}.`),
    );
    return `${cards} Settled. ${lines.join(" ")} In all ${mine.map((seat) => net(seat.net)).join(", ")}.`;
  }
  const turn = own.includes(round.turn) ? "Your turn." : `${seatName(round.turn)} to act.`;
  return `${cards} ${turn}`;
}
