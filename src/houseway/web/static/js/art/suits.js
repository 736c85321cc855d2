// The four suits as outlines in a box of 100 by 100.

export const SUITS = {
  h: {
    path: "M50 92C18 66 6 50 6 32 6 18 16 8 29 8c9 0 17 5 21 13C54 13 62 8 71 8c13 0 23 10 23 24 0 18-12 34-44 60z",
    red: true,
  },
  d: { path: "M50 4C60 22 72 38 88 50 72 62 60 78 50 96 40 78 28 62 12 50 28 38 40 22 50 4z", red: true },
  s: {
    path: "M50 5c8 18 42 32 42 57 0 13-10 21-21 21-7 0-13-3-17-9 1 10 4 17 11 22H35c7-5 10-12 11-22-4 6-10 9-17 9C18 83 8 75 8 62 8 37 42 23 50 5z",
    red: false,
  },
  c: {
    path: "M50 5c12 0 21 9 21 21 0 6-2 11-6 15 3-2 6-2 9-2 12 0 21 9 21 21s-9 21-21 21c-8 0-15-4-19-11 1 11 4 19 11 25H34c7-6 10-14 11-25-4 7-11 11-19 11C14 81 5 72 5 60s9-21 21-21c3 0 6 0 9 2-4-4-6-9-6-15C29 14 38 5 50 5z",
    red: false,
  },
};

/** One suit sign of the given size with its middle at x, y. */
export function sign(suit, x, y, size, upside = false) {
  const turn = upside ? ` rotate(180 ${x} ${y})` : "";
  const scale = size / 100;
  return `<path transform="${turn} translate(${x - size / 2} ${y - size / 2}) scale(${scale})" d="${SUITS[suit].path}"/>`;
}
