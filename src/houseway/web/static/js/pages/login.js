// The door of a server with accounts: log in, or make a player's account.

import { forgetSession, post, session } from "../api.js";
import { attempt, h } from "../dom.js";

export async function open(place) {
  const { accounts } = await session();
  if (!accounts) {
    place.append(
      h("h1", {}, "Come in"),
      h("p", {}, "Open the address that the server printed where it was started: it carries a key that is good once."),
    );
    return;
  }
  const name = h("input", { name: "name", required: true, autocomplete: "username", maxlength: "64" });
  const password = h("input", {
    name: "password",
    type: "password",
    required: true,
    minlength: "10",
    autocomplete: "current-password",
  });
  const code = h("input", { name: "code", inputmode: "numeric", autocomplete: "one-time-code", maxlength: "12" });
  const enter = (path) =>
    attempt(async () => {
      const given = { name: name.value, password: password.value };
      if (path === "/login" && code.value) given.code = code.value;
      await post(path, given);
      forgetSession();
      dispatchEvent(new HashChangeEvent("hashchange"));
    });
  const submit = (event) => {
    event.preventDefault();
    enter(event.submitter?.value ?? "/login");
  };
  place.append(
    h(
      "form",
      { class: "panel stacked login", onsubmit: submit },
      h("h1", {}, "Come in"),
      h(
        "p",
        {},
        "This house keeps accounts. Log in, or choose a name and a password of ten characters or more to make one.",
      ),
      h("label", {}, "Name", name),
      h("label", {}, "Password", password),
      h("label", {}, "One-time code, where the account asks for one", code),
      h(
        "div",
        { class: "row" },
        h("button", { type: "submit", class: "primary", value: "/login" }, "Log in"),
        h("button", { type: "submit", value: "/people" }, "Make an account"),
      ),
    ),
  );
}
