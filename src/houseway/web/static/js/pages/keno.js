// The keno lounge: tickets from one's own money, the draw board, one's tickets and what they won.

import { get, post, session, watchTable } from "../api.js";
import { announce, attempt, h, show } from "../dom.js";
import { TicketForm } from "../keno/form.js";
import { boardElement, clockElement, pastElement, promotionsElement, ratesElement, ticketLine } from "../keno/parts.js";
import { counted, gameLink, money } from "../text.js";

const GAME = "keno";
const KEPT = "houseway.keno";
const BEAT = 1000;

/** The desk of the last visit, or one that is open; who is alone on the machine opens one. */
async function findDesk(user) {
  const open = await get("/keno/desks");
  const known = open.find((desk) => desk.id === Number(localStorage.getItem(KEPT))) ?? open[0];
  if (known) return known.id;
  if (user?.role === "guest") return (await post("/keno/desks", { name: "Keno lounge" })).id;
  return null;
}

class Lounge {
  constructor(place, desk, user) {
    this.user = user;
    this.form = new TicketForm((body) => this.send("tickets", body));
    this.clock = h("div", {});
    this.board = h("section", { class: "felt small", "aria-label": "Draw board" });
    this.mine = h("section", { class: "panel stacked", "aria-label": "Keno desk" });
    this.past = h("section", { class: "panel stacked", "aria-label": "Games before" });
    this.began = 0;
    place.append(
      h(
        "header",
        { class: "page-head" },
        h("div", {}, h("h1", {}, "Keno lounge"), h("p", { class: "sub" }, `${desk.casino} · ${desk.name}`), this.clock),
        h(
          "nav",
          { class: "links", "aria-label": "This game" },
          h("a", { href: gameLink("sheet", GAME) }, "Rules"),
          h("a", { href: gameLink("odds", GAME) }, "Odds"),
          user?.rights.includes("deal") && h("a", { href: `#/keno-desk/${desk.id}` }, "Run the desk"),
        ),
      ),
      h("div", { class: "lounge" }, this.form.board, this.form.panel, this.board, this.mine, this.past),
    );
    this.take(desk);
  }

  take(desk) {
    if (this.desk && desk.board[0]?.game > (this.desk.board[0]?.game ?? 0)) this.began = performance.now();
    this.desk = desk;
    this.ahead = desk.now - Date.now();
    this.form.take(desk);
    this.tick();
    show(this.board, boardElement(desk, desk.tickets, this.began));
    show(this.past, pastElement(desk));
    this.draw();
  }

  tick() {
    show(this.clock, clockElement(this.desk, this.ahead));
  }

  async send(path, body) {
    const done = await attempt(() => post(`/keno/desks/${this.desk.id}/${path}`, body));
    if (!done) return null;
    this.take(done.desk);
    this.told = done.told;
    if (done.told) announce(done.told);
    this.draw();
    dispatchEvent(new CustomEvent("houseway:money"));
    return done;
  }

  /** A guest alone on the machine is the house too: the game is locked and drawn at once. */
  async drawNumbers() {
    if (this.desk.game.status === "open" && !(await this.send("game/lock"))) return;
    await this.send("game/draw");
  }

  acts(ticket) {
    const button = (text, path, body, name) =>
      h("button", { type: "button", "data-do": name, "data-key": `${name} ${ticket.serial}`, onclick: () => this.send(path, { serial: ticket.serial, ...body }) }, text);
    const known = {
      redeem: () => button(`Collect ${money(ticket.payable)}`, "tickets/redeem", {}, "collect"),
      void: () => button("Take back", "tickets/void", { reason: "taken back by the patron" }, "void"),
      quit: () => button("Quit the race", "tickets/quit", {}, "quit"),
      replay: () => button("Play again", "tickets/replay", {}, "replay"),
    };
    return ticket.may.map((name) => known[name]());
  }

  draw() {
    const desk = this.desk;
    const running = desk.tickets.filter((ticket) => ticket.status === "running").length;
    const alone = this.user?.role === "guest";
    show(
      this.mine,
      h("h2", {}, "Your tickets"),
      desk.suspended && h("p", { class: "fault" }, `The system is suspended: ${desk.suspended}.`),
      h("p", { class: "tip", role: "status" }, this.told || (running ? `${counted(running, "ticket")} of yours in the next game.` : "No ticket of yours is in the next game.")),
      alone &&
        h(
          "button",
          { type: "button", class: "primary", "data-key": "draw", "data-do": "draw", disabled: !running || Boolean(desk.suspended), onclick: () => this.drawNumbers() },
          "Draw the numbers",
        ),
      h("ul", { class: "asked tickets" }, desk.tickets.map((ticket) => ticketLine(ticket, this.acts(ticket)))),
      promotionsElement(desk),
      ratesElement(desk),
      h("p", { class: "tip" }, `Software ${desk.system.software}, rules ${desk.system.rules.slice(0, 12)}`),
    );
  }
}

export async function open(place) {
  const { user } = await session();
  const id = await findDesk(user);
  if (id === null) {
    place.append(h("h1", {}, "Keno lounge"), h("p", { class: "panel" }, "No keno desk is open. A supervisor opens one at the keno desk."));
    return null;
  }
  localStorage.setItem(KEPT, String(id));
  const lounge = new Lounge(place, await get(`/keno/desks/${id}`), user);
  const refresh = () => get(`/keno/desks/${id}`).then((desk) => lounge.take(desk)).catch(() => null);
  let seen = lounge.desk.version;
  const unwatch = watchTable(id, (table) => {
    if (table.version !== seen) refresh();
    seen = table.version;
  });
  const timer = setInterval(() => lounge.tick(), BEAT);
  return () => {
    clearInterval(timer);
    unwatch();
  };
}
