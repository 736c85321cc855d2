// A text with numbered lines, colours, marks at faulty lines and completion: a textarea with the painted text behind it.
// Our own rather than a library's: no page of the site loads foreign code, and a game file needs no more than this.

import { escape, h } from "../dom.js";

const TOKEN =
  /(#.*$)|("""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\])*"?|'[^']*'?)|(^\s*\[\[?[^\]]*\]?\]?)|([A-Za-z0-9_."-]+)(?=\s*=)|\b(true|false)\b|(?<![\w"])(-?\d[\d._-]*)/gm;
const KINDS = ["comment", "string", "header", "key", "word", "number"];

/** The text as markup, its parts in spans. */
function painted(text) {
  let at = 0;
  let made = "";
  for (const match of text.matchAll(TOKEN)) {
    const kind = KINDS[match.slice(1).findIndex((part) => part !== undefined)];
    made += `${escape(text.slice(at, match.index))}<span class="toml-${kind}">${escape(match[0])}</span>`;
    at = match.index + match[0].length;
  }
  return `${made}${escape(text.slice(at))}\n`;
}

export class Code {
  /** `changed` hears every change; `complete(text, at)` gives what may stand at a place: {from, options}. */
  constructor({ changed, complete }) {
    this.changed = changed;
    this.complete = complete;
    this.options = [];
    this.chosen = 0;
    this.faults = [];
    this.paint = h("pre", { class: "code-paint", "aria-hidden": "true" });
    this.gutter = h("pre", { class: "code-gutter", "aria-hidden": "true" });
    this.list = h("ul", { class: "code-list", id: "code-list", role: "listbox", "aria-label": "Completions", hidden: true });
    this.area = h("textarea", {
      class: "code-text",
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      wrap: "off",
      "aria-label": "Game file",
      "aria-autocomplete": "list",
      "aria-controls": "code-list",
      oninput: () => this.typed(),
      onkeydown: (event) => this.key(event),
      onscroll: () => this.follow(),
      onblur: () => setTimeout(() => this.close(), 150),
      onclick: () => this.close(),
    });
    this.element = h(
      "div",
      { class: "code" },
      this.gutter,
      h("div", { class: "code-body" }, this.paint, this.area, this.list),
    );
  }

  get text() {
    return this.area.value;
  }

  /** Put another text in place; the place of the caret is kept as far as there is one. */
  set text(text) {
    const at = this.area.selectionStart;
    this.area.value = text;
    this.area.setSelectionRange(Math.min(at, text.length), Math.min(at, text.length));
    this.draw();
  }

  draw() {
    this.paint.innerHTML = painted(this.area.value);
    this.number();
    this.follow();
  }

  number() {
    const lines = this.area.value.split("\n").length;
    const faulty = new Map(this.faults.map((fault) => [fault.line, fault.message]));
    this.gutter.replaceChildren(
      ...Array.from({ length: lines }, (_, line) => [
        h("span", faulty.has(line + 1) ? { class: "faulty", title: faulty.get(line + 1) } : {}, line + 1),
        "\n", // outside of the mark: a box of its own would swallow it, and the numbers below would be one line off
      ]).flat(),
    );
  }

  follow() {
    const { scrollTop, scrollLeft } = this.area;
    this.paint.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
    this.gutter.scrollTop = scrollTop;
  }

  /** Mark the lines of faults. */
  mark(faults) {
    this.faults = faults;
    this.area.setAttribute("aria-invalid", String(faults.length > 0));
    this.number();
    this.follow();
  }

  /** Put the caret on a line. */
  go(line) {
    const start = this.area.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    const end = this.area.value.indexOf("\n", start);
    this.area.focus();
    this.area.setSelectionRange(start, end < 0 ? this.area.value.length : end);
    const height = parseFloat(getComputedStyle(this.area).lineHeight);
    this.area.scrollTop = Math.max(0, (line - 4) * height);
  }

  typed() {
    this.draw();
    this.offer(false);
    this.changed(this.area.value);
  }

  /** Show what may stand at the caret; `asked`: by the keys for it, also where nothing was typed yet. */
  offer(asked) {
    const at = this.area.selectionStart;
    const { from, options } = this.complete(this.area.value, at);
    const typed = this.area.value.slice(from, at).toLowerCase();
    this.from = from;
    this.options = options.filter((one) => one.text.toLowerCase().includes(typed) && one.text.toLowerCase() !== typed);
    this.options.sort((one, other) => Number(other.text.startsWith(typed)) - Number(one.text.startsWith(typed)));
    this.options = this.options.slice(0, 30);
    this.chosen = 0;
    if (!this.options.length || (!asked && !typed)) this.close();
    else this.open();
  }

  open() {
    this.list.replaceChildren(
      ...this.options.map((one, index) =>
        h(
          "li",
          {
            id: `code-option-${index}`,
            role: "option",
            "aria-selected": String(index === this.chosen),
            onmousedown: (event) => {
              event.preventDefault();
              this.chosen = index;
              this.take();
            },
          },
          h("code", {}, one.text),
          one.about && h("small", {}, one.about),
        ),
      ),
    );
    this.list.hidden = false;
    this.area.setAttribute("aria-activedescendant", `code-option-${this.chosen}`);
    const style = getComputedStyle(this.area);
    const before = this.area.value.slice(0, this.from);
    const line = before.split("\n").length;
    const column = before.length - before.lastIndexOf("\n") - 1;
    const height = parseFloat(style.lineHeight);
    const top = line * height - this.area.scrollTop + parseFloat(style.paddingTop);
    const left = parseFloat(style.paddingLeft) - this.area.scrollLeft;
    const { offsetHeight: tall } = this.list;
    const above = this.area.clientHeight - top < tall && top - height > this.area.clientHeight - top;
    this.list.style.top = `${above ? Math.max(0, top - height - tall) : top}px`;
    this.list.style.left = `min(calc(${left}px + ${column}ch), calc(100% - 15rem))`;
    // The list alone is scrolled: with it the text would move away from its numbers.
    const { offsetTop, offsetHeight } = /** @type {HTMLElement} */ (this.list.children[this.chosen]);
    const least = offsetTop + offsetHeight - this.list.clientHeight;
    this.list.scrollTop = Math.min(offsetTop, Math.max(this.list.scrollTop, least));
  }

  close() {
    this.list.hidden = true;
    this.area.removeAttribute("aria-activedescendant");
  }

  take() {
    const { insert = null, text } = this.options[this.chosen];
    const at = this.area.selectionStart;
    this.area.setRangeText(insert ?? text, this.from, at, "end");
    this.close();
    this.area.focus();
    this.draw();
    this.changed(this.area.value);
  }

  key(event) {
    if ((event.ctrlKey || event.metaKey) && event.key === " ") {
      event.preventDefault();
      this.offer(true);
      return;
    }
    if (this.list.hidden) return;
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps) {
      event.preventDefault();
      this.chosen = (this.chosen + steps[event.key] + this.options.length) % this.options.length;
      this.open();
    } else if (event.key === "Enter" || event.key === "Tab") {
      event.preventDefault();
      this.take();
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.close();
    }
  }
}
