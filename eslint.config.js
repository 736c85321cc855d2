// The linter of the site's JavaScript: what is recommended, and no name that a browser does not have.
import js from "@eslint/js";

const BROWSER = [
  "addEventListener", "clearInterval", "clearTimeout", "confirm", "console", "crypto", "CSS", "CustomEvent", "dispatchEvent", "HashChangeEvent",
  "document", "Event", "fetch", "File", "FormData", "getComputedStyle", "history", "localStorage", "location", "matchMedia",
  "navigator", "Node", "performance", "print", "prompt", "removeEventListener", "requestAnimationFrame", "ResizeObserver",
  "sessionStorage", "setInterval", "setTimeout", "structuredClone", "TextEncoder", "TextDecoder", "URL", "URLSearchParams",
  "WebSocket", "window", "Blob", "innerWidth", "innerHeight", "scrollTo", "btoa", "atob", "Image", "DOMParser",
  "HTMLElement", "Element", "AbortController", "queueMicrotask", "open", "close", "cancelAnimationFrame", "getSelection",
];

export default [
  js.configs.recommended,
  {
    languageOptions: {
      ecmaVersion: 2024,
      sourceType: "module",
      globals: Object.fromEntries(BROWSER.map((name) => [name, "readonly"])),
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: ["error", "always"],
      "no-console": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-self-compare": "error",
      "no-template-curly-in-string": "error",
      "no-unmodified-loop-condition": "off",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
  { files: ["**/theme.js"], languageOptions: { sourceType: "script" } },
];
