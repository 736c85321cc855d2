// The house's people: accounts put out of use or back, passwords given anew, cash over the counter; and what waits
// for the approval of a second person.

import { get, post } from "../api.js";
import { attempt, confirmed, h, show, tell } from "../dom.js";
import { money, moment, title } from "../text.js";
import { grid } from "./grid.js";
import { toldOf } from "./told.js";

export async function approvals(place, { user }) {
  const body = h("div", { class: "stacked" });
  place.append(
    h("h2", {}, "Waiting for a second person"),
    h("p", { class: "sub" }, "Nobody gives the word for what he asks for himself; who asked may withdraw it."),
    body,
  );
  const refresh = async () => {
    const waiting = await get("/floor/approvals");
    const say = (one, word) =>
      attempt(async () => {
        await post(`/floor/approvals/${one.id}/${word}`);
        tell(word === "approve" ? "Approved and carried out." : "Not done.");
        await refresh();
      });
    const button = (one, word, text, kind) =>
      h(
        "button",
        { type: "button", class: kind, onclick: () => say(one, word), "data-key": `${word}-${one.id}` },
        text,
      );
    const rows = waiting.map((one) => [
      moment(one.at),
      title(one.act),
      one.table ? h("a", { href: `#/floor/table/${one.table}` }, one.table_name) : "–",
      one.who,
      [one.data.case && `Case ${one.data.case}`, toldOf(one.data, new Map(), true)].filter(Boolean).join(", "),
      h(
        "div",
        { class: "row" },
        user?.rights.includes("approve") && one.who !== user.name && button(one, "approve", "Approve", "primary"),
        button(one, "refuse", one.who === user?.name ? "Withdraw" : "Refuse", "quiet"),
      ),
    ]);
    show(
      body,
      rows.length
        ? grid("Approvals", ["When", "Act", "Table", "Asked by", "About", ""], rows)
        : h("p", { class: "sub" }, "Nothing waits."),
    );
  };
  await refresh();
  return { refresh, beat: 5000 };
}

function cageForm(one, redraw) {
  const amount = h("input", { type: "number", min: "0.01", step: "0.01", required: true, "aria-label": "Dollars" });
  const submit = (event) => {
    event.preventDefault();
    const kind = event.submitter?.value ?? "deposit";
    attempt(async () => {
      const { waiting } = await post(`/floor/people/${one.id}/cage/${kind}`, { amount: Number(amount.value) });
      tell(waiting ? "It waits for a second person." : "Done.");
      amount.value = "";
      await redraw();
    });
  };
  return h(
    "form",
    { class: "row", onsubmit: submit },
    amount,
    h("button", { type: "submit", value: "deposit" }, "Deposit"),
    h("button", { type: "submit", value: "withdrawal", class: "quiet" }, "Withdrawal"),
  );
}

export async function people(place, { user }) {
  const search = h("input", { type: "search", maxlength: "64", placeholder: "A part of the name", "aria-label": "Name" });
  const body = h("div", { class: "stacked" });
  let after = 0;
  const refresh = async () => {
    const found = await get("/floor/people", { search: search.value, after });
    const act = (one, what, question) =>
      attempt(async () => {
        if (question && !(await confirmed(question, title(what)))) return;
        const answer = await post(`/floor/people/${one.id}/${what}`);
        if ("password" in answer) await confirmed(`The password of ${one.name} is now ${answer.password}`, "I have told it");
        if ("waiting" in answer && answer.waiting) tell("It waits for a second person.");
        await refresh();
      });
    const rows = found.map((one) => [
      one.name,
      title(one.role),
      one.codes ? "Yes" : "–",
      money(one.wallet),
      h(
        "div",
        { class: "row" },
        one.id === user?.id
          ? h("a", { href: "#/account" }, "Your account")
          : [
              h(
                "button",
                {
                  type: "button",
                  onclick: () =>
                    act(one, one.disabled ? "enable" : "disable", one.disabled ? "" : `Put ${one.name} out of use?`),
                },
                one.disabled ? "Put back in use" : "Put out of use",
              ),
              h(
                "button",
                {
                  type: "button",
                  class: "quiet",
                  onclick: () => act(one, "reset", `Give ${one.name} a new password? The old one is worth nothing then.`),
                },
                "New password",
              ),
              h(
                "button",
                { type: "button", class: "quiet", onclick: () => act(one, "end-sessions", "") },
                "End sessions",
              ),
            ],
      ),
      user?.rights.includes("cage") && one.id !== user.id ? cageForm(one, refresh) : "",
    ]);
    const last = found.at(-1);
    const turn = (to) => {
      after = to;
      refresh();
    };
    show(
      body,
      rows.length
        ? grid("People", ["Name", "Role", "Codes", "Purse", "Account", "Cage"], rows, [3])
        : h("p", { class: "sub" }, "Nobody is called that."),
      h(
        "div",
        { class: "row" },
        after > 0 && h("button", { type: "button", class: "quiet", onclick: () => turn(0) }, "From the first"),
        found.length >= 50 && h("button", { type: "button", class: "quiet", onclick: () => turn(last.id) }, "More"),
      ),
    );
  };
  search.addEventListener("input", () => {
    after = 0;
    attempt(refresh);
  });
  place.append(h("h2", {}, "People"), search, body);
  await refresh();
  return {};
}
