// One's own account: password, sessions, one-time codes.

import { forgetSession, get, post, session } from "../api.js";
import { announce, attempt, h, show } from "../dom.js";
import { grid } from "../floor/grid.js";
import { moment, playerName } from "../text.js";

function passwordForm() {
  const old = h("input", { type: "password", required: true, autocomplete: "current-password", name: "old" });
  const made = h("input", { type: "password", required: true, minlength: "10", autocomplete: "new-password", name: "new" });
  const submit = (event) => {
    event.preventDefault();
    attempt(async () => {
      await post("/account/password", { old: old.value, new: made.value });
      forgetSession();
      old.value = made.value = "";
      announce("The password is changed; your other sessions have ended.");
      dispatchEvent(new HashChangeEvent("hashchange"));
    });
  };
  return h(
    "form",
    { class: "panel stacked", onsubmit: submit, "data-part": "password" },
    h("h2", {}, "Password"),
    h("p", { class: "sub" }, "Ten characters or more. Your other sessions end when it changes."),
    h("label", {}, "Password now", old),
    h("label", {}, "New password", made),
    h("div", { class: "row" }, h("button", { type: "submit", class: "primary" }, "Change the password")),
  );
}

function sessionList(sessions, redraw) {
  const end = (id) =>
    attempt(async () => {
      await post(`/account/sessions/${encodeURIComponent(id)}/end`);
      await redraw();
    });
  const rows = sessions.map((one) => [
    one.this ? `${moment(one.started)} (this one)` : moment(one.started),
    moment(one.seen),
    one.address || "–",
    one.this ? "" : h("button", { type: "button", class: "quiet", onclick: () => end(one.id) }, "End"),
  ]);
  return h(
    "section",
    { class: "panel stacked", "data-part": "sessions" },
    h("h2", {}, "Sessions"),
    h("p", { class: "sub" }, "Where your account is in use. End what you do not know, and change the password."),
    grid("Sessions", ["Since", "Last used", "From", ""], rows),
  );
}

function codesPart(on, redraw) {
  const code = h("input", { inputmode: "numeric", maxlength: "12", autocomplete: "one-time-code", name: "code" });
  const secret = h("div", { class: "stacked" });
  const send = (path, told) =>
    attempt(async () => {
      await post(path, { code: code.value });
      announce(told);
      await redraw(path.endsWith("confirm"));
    });
  const begin = () =>
    attempt(async () => {
      const given = await post("/account/codes");
      show(
        secret,
        h("p", {}, "Give this secret to an application that shows one-time codes, then type the code it shows."),
        h("p", {}, h("code", { class: "secret" }, given.secret)),
        h("p", {}, h("a", { href: given.uri }, "Open it in an application on this device")),
        h("label", {}, "Code", code),
        h(
          "div",
          { class: "row" },
          h(
            "button",
            { type: "button", class: "primary", onclick: () => send("/account/codes/confirm", "Codes are on.") },
            "Turn codes on",
          ),
        ),
      );
      code.focus();
    });
  return h(
    "section",
    { class: "panel stacked", "data-part": "codes" },
    h("h2", {}, "One-time codes"),
    h(
      "p",
      { class: "sub" },
      on ? "A code is asked for at every log-in." : "Beside the password, a code that changes every half minute.",
    ),
    on
      ? [
          h("label", {}, "Code", code),
          h(
            "div",
            { class: "row" },
            h("button", { type: "button", onclick: () => send("/account/codes/off", "Codes are off.") }, "Turn codes off"),
          ),
        ]
      : [secret, h("div", { class: "row" }, h("button", { type: "button", onclick: begin }, "Set up codes"))],
  );
}

export async function open(place) {
  const { user, accounts } = await session();
  const body = h("div", { class: "stacked" });
  place.append(
    h(
      "header",
      { class: "page-head" },
      h("div", {}, h("h1", {}, "Your account"), h("p", { class: "sub" }, user ? `${playerName(user.name)}, ${user.role}` : "")),
    ),
    body,
  );
  if (!accounts || !user) {
    body.append(h("p", {}, "On your own machine there are no accounts: you are a guest, and the house too."));
    return;
  }
  if (user.must_change) {
    body.append(h("p", { class: "fault" }, "Your password was given by another: choose your own first."), passwordForm());
    return;
  }
  let codes = Boolean(user.codes);
  const redraw = async (now = codes) => {
    codes = now;
    const sessions = await get("/account/sessions");
    show(body, passwordForm(), sessionList(sessions, redraw), codesPart(codes, redraw));
  };
  await redraw();
}
