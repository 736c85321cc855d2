// The trainer: the page deals, the trainee settles wager after wager; scored, timed, the paragraph on a mistake.

import { get, post } from "../api.js";
import { announce, attempt, h, show } from "../dom.js";
import { stillFelt } from "../table/still.js";
import { gameLink, money, net, seatName, title } from "../text.js";
import { bestBefore, nextDue, Progress } from "../table/drill.js";

class Drill {
  constructor(place, games, game) {
    this.progress = new Progress();
    this.games = games;
    this.game = game;
    this.seats = 2;
    this.wager = "";
    this.felt = h("div");
    this.ask = h("section", { class: "panel stacked", "aria-label": "Wagers to settle" });
    this.bar = h("section", { class: "panel row", "aria-label": "Drill" });
    place.append(
      h(
        "header",
        { class: "page-head" },
        h(
          "div",
          {},
          h("h1", {}, "Trainer"),
          h("p", { class: "sub" }, "The page deals. You take and pay, in the order the rules settle."),
        ),
      ),
      h("div", { class: "stacked" }, this.bar, h("div", { class: "drill" }, this.felt, this.ask)),
    );
  }

  async begin() {
    const [info, apparatus] = await Promise.all([
      get("/game", { id: this.game }),
      get("/apparatus", { id: this.game }),
    ]);
    this.info = info;
    this.apparatus = apparatus;
    this.drawBar();
    await this.deal();
  }

  drawBar() {
    const game = h(
      "select",
      {
        "data-key": "game",
        onchange: () => {
          location.hash = gameLink("trainer", game.value);
        },
      },
      this.games.map((one) => h("option", { value: one.id, selected: one.id === this.game }, one.name)),
    );
    const wager = h(
      "select",
      {
        "data-key": "wager",
        onchange: () => {
          this.wager = wager.value;
          this.deal();
        },
      },
      h("option", { value: "" }, "Any"),
      this.info.spots.map((spot) =>
        h("option", { value: spot.name, selected: spot.name === this.wager }, title(spot.name)),
      ),
    );
    const seats = h(
      "select",
      {
        "data-key": "seats",
        onchange: () => {
          this.seats = Number(seats.value);
          this.deal();
        },
      },
      [1, 2, 3, 4, 5]
        .filter((count) => count <= this.info.seats)
        .map((count) => h("option", { value: String(count), selected: count === this.seats }, count)),
    );
    const kept = this.progress.of(this.game);
    show(
      this.bar,
      h("label", {}, "Game", game),
      h("label", {}, "Wager to drill", wager),
      h("label", {}, "Seats", seats),
      h(
        "p",
        { class: "score", role: "status" },
        h("span", {}, `Right: ${kept.right} of ${kept.asked}`),
        h("span", {}, `In a row: ${kept.row}`),
        kept.best && h("span", {}, `Fastest round: ${kept.best.toFixed(1)} s`),
      ),
      h(
        "button",
        { type: "button", class: "primary", "data-key": "next", "data-do": "deal", onclick: () => this.deal() },
        "Deal a round",
      ),
    );
  }

  async deal() {
    const drill = await attempt(() =>
      post("/trainer/deal", { game: this.game, seats: Math.min(this.seats, this.info.seats), wager: this.wager }),
    );
    if (!drill) return;
    this.drill = drill;
    this.lines = drill.asked.map((line, index) => ({ ...line, index, mark: null }));
    this.open = null;
    this.began = performance.now();
    show(this.felt, stillFelt(drill.round, { family: this.info.family, apparatus: this.apparatus }));
    this.draw();
    announce(`A round is dealt: ${this.lines.length} wagers to settle.`);
  }

  choose(line) {
    const due = nextDue(this.lines, this.drill);
    if (due && !due.includes(line)) {
      line.early = true;
      this.progress.note(this.game, line.wager, false);
      const first = due[0];
      this.message = `Not yet: ${title(first.wager)} of ${seatName(first.seat).toLowerCase()} is settled before it.`;
    } else {
      this.message = "";
      this.open = line;
    }
    this.draw();
    this.ask.querySelector(".answer button, .answer input")?.focus({ preventScroll: true });
  }

  async answer(line, amount) {
    const found = await attempt(() =>
      post("/trainer/answer", {
        round: this.drill.round,
        answers: [{ seat: line.seat, wager: line.wager, net: amount }],
      }),
    );
    if (!found) return;
    const same = found.marks.filter((mark) => mark.seat === line.seat && mark.wager === line.wager);
    const place = this.lines.filter((one) => one.seat === line.seat && one.wager === line.wager).indexOf(line);
    const truth = same[place];
    line.mark = { ...truth, answer: amount, right: Math.abs(truth.net - amount) < 0.005 };
    this.progress.note(this.game, line.wager, line.mark.right);
    this.open = null;
    announce(line.mark.right ? "Right." : `Wrong: ${net(truth.net)}, ${truth.reason}, ${truth.rule}.`);
    if (this.lines.every((one) => one.mark)) this.finish();
    this.draw();
    this.drawBar();
    (this.ask.querySelector("[data-settle]") ?? this.bar.querySelector("[data-do=deal]"))?.focus({
      preventScroll: true,
    });
  }

  finish() {
    const seconds = (performance.now() - this.began) / 1000;
    const clean = this.lines.every((line) => line.mark.right && !line.early);
    this.message = `${this.lines.filter((line) => line.mark.right).length} of ${this.lines.length} right in ${seconds.toFixed(1)} s.`;
    if (clean) this.progress.finish(this.game, seconds);
  }

  draw() {
    show(
      this.ask,
      h("h2", {}, "Settle the wagers"),
      h(
        "p",
        { class: "tip" },
        this.drill.order.length ? "Click the wager that is settled next." : "Click a wager and say what becomes of it.",
      ),
      this.message && h("p", { role: "status" }, h("b", {}, this.message)),
      h(
        "ul",
        { class: "asked" },
        this.lines.map((line) => this.lineElement(line)),
      ),
    );
  }

  lineElement(line) {
    const name = `${seatName(line.seat)}: ${title(line.wager)}`;
    const head = h(
      "div",
      { class: "line" },
      h("b", {}, name),
      h("span", { class: "figure" }, line.stake ? money(line.stake) : "no stake"),
    );
    if (line.mark) {
      return h(
        "li",
        { class: line.mark.right ? "right" : "wrong" },
        head,
        h(
          "span",
          {},
          line.mark.right
            ? `Right: ${net(line.mark.net)}. `
            : `You said ${net(line.mark.answer)}; it is ${net(line.mark.net)}. `,
          line.mark.reason,
          " ",
          h("span", { class: "cite" }, line.mark.rule),
        ),
      );
    }
    if (this.open !== line)
      return h(
        "li",
        {},
        h(
          "div",
          { class: "line" },
          h("b", {}, name),
          h("span", { class: "figure" }, line.stake ? money(line.stake) : "no stake"),
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              "data-key": `line-${line.index}`,
              "data-settle": line.index,
              "aria-label": `Settle ${name}`,
              onclick: () => this.choose(line),
            },
            "Settle",
          ),
        ),
      );
    const won = h("input", {
      type: "number",
      step: "any",
      min: "0",
      required: true,
      "aria-label": "Pays how many dollars",
      "data-key": "won",
    });
    return h(
      "li",
      {},
      head,
      h(
        "form",
        {
          class: "answer",
          onsubmit: (event) => {
            event.preventDefault();
            this.answer(line, Number(won.value));
          },
        },
        h(
          "button",
          { type: "button", "data-answer": "lose", onclick: () => this.answer(line, -line.stake) },
          line.stake ? `Take ${money(line.stake)}` : "Nothing",
        ),
        line.stake > 0 &&
          h("button", { type: "button", "data-answer": "push", onclick: () => this.answer(line, 0) }, "Push"),
        h("span", {}, "or pay $"),
        won,
        h("button", { type: "submit", class: "primary", "data-answer": "win" }, "Pay"),
      ),
    );
  }
}

export async function open(place, { argument }) {
  const games = (await get("/games")).filter((game) => game.live && game.wagers.length);
  const game = argument || bestBefore(games);
  const known = games.some((one) => one.id === game) ? games : [{ id: game, name: game }, ...games];
  const drill = new Drill(place, known, game);
  await drill.begin();
}
