// What automatic players did between two states of a table, one decision at a time.

/** The states to show on the way from `before` to `after`; none where nobody else acted, or movement is not wanted. */
export function pacedStates(before, after) {
  const round = after.round;
  if (!round || matchMedia("(prefers-reduced-motion: reduce)").matches) return [];
  const same = before.round?.id === round.id;
  const known = same ? before.round.seq : 0;
  const others = round.events.filter(
    (event) => event.seq > known && event.kind === "act" && event.seat !== null && !after.you.seats.includes(event.seat),
  );
  if (!others.length || others.length > 24) return [];
  // Until all have acted, nothing lies on the felt that was not there: of a new round only the seats' own cards.
  const laid = same ? before.round : { ...round, piles: round.piles.filter((pile) => pile.seat !== null && !pile.used?.length), settlement: null };
  return others.map((event) => ({
    ...(same ? before : after),
    round: {
      ...laid,
      status: "playing",
      legal: [],
      settlement: null,
      turn: event.seat,
      events: round.events.filter((one) => one.seq <= event.seq),
    },
  }));
}
