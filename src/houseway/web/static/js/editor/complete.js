// What may stand at a place of a game file, read from the JSON Schema of game files.

const HEADER = /^\s*\[\[?([^\]]*)\]\]?/;
const STEP = /"([^"]*)"|'([^']*)'|([^.\s"']+)/g;

function steps(path) {
  return [...path.matchAll(STEP)].map((match) => match[1] ?? match[2] ?? match[3]);
}

export class Completion {
  constructor(schema) {
    this.schema = schema;
    this.family = "";
  }

  /** A statement with its alternatives, references followed. */
  resolved(node) {
    if (!node) return [];
    if (node.$ref) return this.resolved(this.schema.$defs[node.$ref.split("/").at(-1)]);
    const inner = [...(node.anyOf ?? []), ...(node.oneOf ?? [])].flatMap((one) => this.resolved(one));
    return inner.length && !node.properties ? inner : [node];
  }

  /** The grammar of the family that a text names, or that of the game it extends. */
  root(text) {
    const family = /^\s*family\s*=\s*["']([\w-]+)["']/m.exec(text)?.[1] ?? this.family;
    const named = this.schema.discriminator?.mapping?.[family];
    return named ? [{ $ref: named }] : this.schema.anyOf;
  }

  /** What stands under a path of keys. */
  under(nodes, path) {
    return path.reduce(
      (found, name) =>
        found.flatMap((node) =>
          this.resolved(node).flatMap((one) => {
            if (one.items && one.type === "array") return this.under([one.items], [name]);
            const next = one.properties?.[name] ?? one.additionalProperties;
            return next && next !== true ? [next] : [];
          }),
        ),
      nodes,
    );
  }

  /** The words that a statement may have, each with what it means. */
  words(nodes) {
    const found = new Map();
    for (const node of nodes.flatMap((one) => this.resolved(one)))
      for (const inner of node.type === "array" && node.items ? this.resolved(node.items) : [node])
        for (const [name, word] of Object.entries(inner.properties ?? {}))
          if (!found.has(name)) found.set(name, word.description ?? "");
    return found;
  }

  /** The values that may stand after the sign of equality. */
  values(nodes) {
    const found = new Map();
    for (const node of nodes)
      for (const one of this.resolved(node)) {
        const plain = one.type === "array" && one.items ? this.resolved(one.items) : [one];
        for (const inner of plain) {
          for (const value of inner.enum ?? (inner.const !== undefined ? [inner.const] : []))
            found.set(JSON.stringify(value), node.description ?? "");
          if (inner.type === "boolean") for (const value of ["true", "false"]) found.set(value, node.description ?? "");
        }
        for (const example of node.examples ?? [])
          if (["string", "number", "boolean"].includes(typeof example))
            found.set(JSON.stringify(example), found.get(JSON.stringify(example)) ?? "an example");
      }
    found.delete('""');
    return found;
  }

  /** The keys from the root to a place, and whether a value is being written there. */
  place(text, at) {
    const lines = text.slice(0, at).split("\n");
    const line = lines.pop();
    const header = lines.findLast((one) => HEADER.test(one));
    const path = header ? steps(HEADER.exec(header)[1]) : [];
    // An inline table that was opened before, on this line or above, adds its key.
    const open = [];
    let rest = line;
    let match;
    while ((match = /^([^={]*?)([\w."'-]+)\s*=\s*\{/.exec(rest))) {
      open.push({ key: match[2], rest: rest.slice(match[0].length) });
      rest = rest.slice(match[0].length);
    }
    const within = open.filter((one) => (one.rest.match(/\}/g) ?? []).length <= (one.rest.match(/\{/g) ?? []).length);
    const inside = within.flatMap((one) => steps(one.key));
    const part = (within.length ? within.at(-1).rest : line).split(/,(?![^[]*\])/).at(-1);
    return { path: [...path, ...inside], part, header: HEADER.test(line) || /^\s*\[/.test(line) };
  }

  /** What may stand at a place: `from` where it begins, and the options. */
  at(text, at) {
    const { path, part, header } = this.place(text, at);
    const root = this.root(text);
    if (/^\s*#/.test(part)) return { from: at, options: [] };
    if (header) return this.headers(text, at, root);
    const here = this.under(root, path);
    const value = /^\s*([\w."'-]+)\s*=\s*(.*)$/s.exec(part);
    if (value) {
      const nodes = this.under(here, steps(value[1]));
      const typed = /(["']?[\w .-]*)$/.exec(value[2])?.[1] ?? "";
      const options = [...this.values(nodes)].map(([one, about]) => ({ text: one, about }));
      return { from: at - typed.length, options };
    }
    const typed = /[\w.-]*$/.exec(part)[0];
    const options = [...this.words(here)].map(([name, about]) => ({ text: name, insert: `${name} = `, about }));
    return { from: at - typed.length, options };
  }

  /** Headers of tables: the words of the root that hold statements. */
  headers(text, at, root) {
    const typed = /[\w.-]*$/.exec(text.slice(0, at))[0];
    const options = [...this.words(root)]
      .filter(([name]) =>
        this.under(root, [name]).some((node) => this.resolved(node).some((one) => ["object", "array"].includes(one.type))),
      )
      .map(([name, about]) => ({ text: name, about }));
    return { from: at - typed.length, options };
  }
}
