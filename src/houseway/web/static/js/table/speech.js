// A table's change in words, for those who hear the page.

import { lineName, net, seatName, spoken, title, wagerName } from "../text.js";

function pileWords(pile, own) {
  const whose = pile.seat === null ? title(pile.name) : own.includes(pile.seat) ? "You" : seatName(pile.seat);
  const cards = pile.cards.map(spoken).join(", ");
  const hidden = pile.hidden ? `${cards ? " and " : ""}${pile.hidden} face down` : "";
  return cards || hidden ? `${whose}: ${cards}${hidden}.` : "";
}

/** Of a round decided roll by roll: the last roll, and which own wagers it decided or moved. */
function fallWords(before, round, own) {
  const last = round.history?.at(-1);
  if (!last) return "";
  const same = before?.id === round.id;
  const rolled = same && before.history.length === round.history.length ? "" : `Rolled ${last.cards.join(" and ")}: ${last.text}.`;
  const known = new Set((same ? before.bets : []).map((bet) => `${bet.seat} ${bet.target}`));
  const news = round.bets
    .filter((bet) => own.includes(bet.seat))
    .map((bet) => {
      if (bet.outcome) return rolled ? `${wagerName(bet.wager)} ${net(bet.net)}.` : "";
      const moved = rolled && bet.point && !bet.behind && !known.has(`${bet.seat} ${bet.target}`);
      return moved ? `${wagerName(bet.wager)} is on ${bet.point}.` : "";
    });
  return [rolled, ...news].filter(Boolean).join(" ");
}

/** What to say when `after` follows `before`. */
export function changeWords(before, after) {
  const round = after.round;
  if (!round || before?.round?.seq === round.seq) return "";
  const own = after.you.seats;
  if (round.status === "betting") return "";
  const fell = fallWords(before?.round, round, own);
  const cards = fell || round.piles.map((pile) => pileWords(pile, own)).join(" ");
  if (round.status === "settled") {
    const mine = round.settlement.seats.filter((seat) => own.includes(seat.seat));
    const lines = mine.flatMap((seat) =>
      seat.lines.map((line) => `${lineName(line)} ${net(line.net)}: ${line.reason}.`),
    );
    return `${cards} Settled. ${lines.join(" ")} In all ${mine.map((seat) => net(seat.net)).join(", ")}.`;
  }
  const turn = own.includes(round.turn) ? "Your turn." : `${seatName(round.turn)} to act.`;
  return `${cards} ${turn}`;
}
