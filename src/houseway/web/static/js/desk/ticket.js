// A keno ticket told at the desk: numbers marked by clicking, alone or in lettered groups, a king, and their ways.

import { h } from "../dom.js";
import { counted } from "../text.js";

const LETTERS = "ABCDEFGHIJLMNOPQRSTUVWXYZ"; // of groups; K is the king
const KING = "K";
const TOLD_OTHERWISE = ["spots", "king", "kings", "split", "splits"]; // all of them are groups here
const EACH = 4; // groups up to which every combination of them has a button

/**
 * The groups of a ticket by letter, however its file names them.
 * @param {any} ticket
 */
function groupsOf(ticket) {
  if (!ticket) return {};
  const stated = ticket.groups ?? ticket.split ?? ticket.splits ?? {};
  const named = Array.isArray(stated) ? Object.fromEntries(stated.map((group, at) => [LETTERS[at], group])) : stated;
  const kings = [ticket.kings ?? ticket.king ?? []].flat().filter((king) => typeof king === "number");
  const apart = kings.map((king, at) => [kings.length > 1 ? `${KING}${at + 1}` : KING, [king]]);
  return Object.fromEntries([...Object.entries(named), ...apart]);
}

/**
 * The ways of a ticket as a list: `AB`, or `3/4` for all three of four spots.
 * @param {any} ticket
 */
function waysOf(ticket) {
  const ways = ticket?.ways;
  if (!ways || typeof ways === "number") return [];
  if (typeof ways === "string" || Array.isArray(ways)) return [ways].flat().map((way) => [way].flat().join(""));
  return Object.entries(ways).flatMap(([label, some]) =>
    Array.isArray(some) ? some.map((way) => [way].flat().join("").replace(/king/i, KING)) : [`${parseInt(label, 10)}-spot`],
  );
}

/** All combinations of some letters, the smaller first. */
function combinations(letters) {
  const made = letters.reduce((some, letter) => [...some, ...some.map((one) => [...one, letter])], [[]]);
  return made.filter((one) => one.length).toSorted((one, other) => one.length - other.length);
}

/** The combinations by the numbers that they have together. */
function bySpots(groups) {
  const found = new Map();
  for (const letters of combinations(Object.keys(groups))) {
    const spots = new Set(letters.flatMap((letter) => groups[letter])).size;
    found.set(spots, [...(found.get(spots) ?? []), letters.join("")]);
  }
  return [...found].toSorted(([one], [other]) => one - other);
}

/**
 * The ticket of a seat; `tell` is given what it is after a click.
 * @param {any} ticket
 * @param {{ name: string, index: number, apparatus: any, kinds: any[], active: string, choose: (group: string) => void,
 *           tell: (ticket: any) => void, number: (label: string, value: any, change: (amount: number | null) => void, more: any) => HTMLElement }} options
 */
export function deskTicket(ticket, options) {
  const { index, kinds } = options;
  const board = (marked, mark) => boardElement(options, marked, mark);
  if (!kinds.length) {
    const marked = ticket?.spots ?? [];
    const mark = (number) => {
      const spots = toggled(marked, number);
      options.tell(spots.length ? { ...ticket, spots } : undefined);
    };
    return { summary: marked.length ? marked.join(", ") : "mark its numbers", content: board(marked, mark) };
  }
  const groups = groupsOf(ticket);
  const names = Object.keys(groups);
  const next = [...LETTERS].find((letter) => !names.includes(letter)) ?? "";
  const active = options.active || names[0] || next;
  const keep = (changed) => {
    const made = Object.entries({ ...ticket, ...changed });
    options.tell(Object.fromEntries(made.filter(([name, value]) => value !== undefined && !TOLD_OTHERWISE.includes(name))));
  };
  const mark = (number) => {
    const group = active.startsWith(KING) ? [number].filter((one) => !groups[active]?.includes(one)) : toggled(groups[active] ?? [], number);
    const others = Object.entries(groups).filter(([letter]) => letter !== active);
    const made = Object.fromEntries([...others, ...(group.length ? [[active, group]] : [])].toSorted());
    const gone = waysOf(ticket).filter((way) => /^[A-Z0-9]+$/.test(way) && !group.length && way.includes(active));
    keep({ groups: made, ...(gone.length ? { ways: waysOf(ticket).filter((way) => !gone.includes(way)) } : {}) });
  };
  const tab = (letter, text) =>
    h(
      "button",
      {
        type: "button",
        class: "pick",
        "data-group": letter,
        "data-key": `group-${index}-${letter}`,
        "aria-pressed": String(letter === active),
        onclick: () => options.choose(letter),
      },
      text,
    );
  const king = kinds.some((kind) => kind.kings) && !names.includes(KING);
  const unused = active === next || !names.includes(next);
  return {
    summary: names.length ? names.map((letter) => `${letter} ${groups[letter].join(" ")}`).join(" · ") : "make its groups",
    content: [
      h("p", { class: "tip" }, "Choose a group, then mark its numbers."),
      h(
        "div",
        { class: "row groups", role: "group", "aria-label": `Groups of ${options.name}` },
        names.map((letter) => tab(letter, letter.startsWith(KING) ? `King ${groups[letter].join(" ")}` : `Group ${letter}: ${groups[letter].join(" ")}`)),
        unused && next && tab(next, `Group ${next}`),
        king && tab(KING, "King"),
      ),
      board(groups[active] ?? [], mark),
      kinds.some((kind) => kind.combined) && names.length > 0 && waysElement(ticket, groups, options, keep),
    ],
  };
}

function toggled(list, number) {
  return list.includes(number) ? list.filter((one) => one !== number) : [...list, number].sort((one, other) => one - other);
}

function boardElement({ index, name, apparatus }, marked, mark) {
  return h(
    "div",
    { class: "palette numbers", role: "group", "aria-label": `Ticket of ${name}` },
    Array.from({ length: apparatus.numbers ?? 80 }, (_, at) => at + 1).map((number) =>
      h(
        "button",
        {
          type: "button",
          "data-key": `mark-${index}-${number}`,
          "data-mark": number,
          "aria-pressed": String(marked.includes(number)),
          onclick: () => mark(number),
        },
        number,
      ),
    ),
  );
}

/** Which groups play together, by the number of their spots; and what each way costs where not all cost the same. */
function waysElement(ticket, groups, { index, number }, keep) {
  const sizes = bySpots(groups);
  const all = (spots, some) => `${some.length}/${spots}`;
  const told = waysOf(ticket).map((way) => {
    const spots = /^(\d+)[- ]?spots?$/.exec(way)?.[1];
    const some = sizes.find(([size]) => String(size) === spots)?.[1];
    return some ? all(spots, some) : way;
  });
  const tell = (ways) => keep({ ways: ways.length ? ways : undefined, rate_per_way: undefined });
  const played = sizes.filter(([spots, some]) => told.includes(all(spots, some)) || some.some((way) => told.includes(way)));
  const rates = typeof ticket?.rate_per_way === "object" ? ticket.rate_per_way : {};
  const rate = (spots) => rates[`${spots}-spot`] ?? (typeof ticket?.rate_per_way === "number" ? ticket.rate_per_way : undefined);
  const toggle = (way, on, spots, some) => {
    const others = told.filter((one) => one !== way && (way !== all(spots, some) || !some.includes(one)) && (way === all(spots, some) || one !== all(spots, some)));
    tell(on ? others : [...others, way]);
  };
  const button = (way, text, spots, some) => {
    const on = told.includes(way);
    return h(
      "button",
      { type: "button", class: "pick", "data-way": way, "data-key": `way-${index}-${way}`, "aria-pressed": String(on), onclick: () => toggle(way, on, spots, some) },
      text,
    );
  };
  return h(
    "div",
    { class: "stacked ways" },
    h("p", { class: "tip" }, "Which groups are played together:"),
    sizes.map(([spots, some]) =>
      h(
        "div",
        { class: "row", role: "group", "aria-label": `Ways of ${counted(spots, "spot")}` },
        h("b", {}, counted(spots, "spot")),
        Object.keys(groups).length <= EACH && some.map((way) => button(way, [...way.matchAll(/[A-Z]\d*/g)].join(" + "), spots, some)),
        (some.length > 1 || Object.keys(groups).length > EACH) && button(all(spots, some), `All ${some.length}`, spots, some),
      ),
    ),
    played.length > 1 &&
      h(
        "div",
        { class: "wager-row" },
        played.map(([spots]) =>
          number(
            `Dollars on each way of ${counted(spots, "spot")}`,
            rate(spots),
            (amount) => {
              const told = played.map(([size]) => [`${size}-spot`, size === spots ? amount : rate(size)]).filter(([, value]) => value);
              keep({ rate_per_way: told.length ? Object.fromEntries(told) : undefined });
            },
            { "data-key": `rate-${index}-${spots}`, placeholder: "even share" },
          ),
        ),
      ),
  );
}
