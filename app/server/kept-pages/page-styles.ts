/** A rule with what stands before its braces, or a statement without braces. */
interface Rule {
  text: string;
  /** The classes that each of its selectors requires; undefined for a rule that every page needs. */
  classes?: string[][];
}

/** A condition or a layer with the rules in it. */
interface Group {
  head: string;
  rules: Part[];
}

type Part = Rule | Group;

const leadingComments = /^(?:\s*\/\*[\s\S]*?\*\/)+/;
const groupNames = /^@(?:media|supports|layer|container)\b/;

/**
 * Returns a function that returns the rules of a stylesheet that a page needs, in their order: those whose classes are
 * all in the page, and those without classes. `css`: minified, with braces that match.
 */
export function createStylePicker(css: string): (html: string) => string {
  const parts = parse(css);
  return (html) => {
    const classes = listClasses(html);
    return pick(parts, classes);
  };
}

function pick(parts: readonly Part[], classes: ReadonlySet<string>): string {
  return parts
    .map((part) => {
      if ("head" in part) {
        const rules = pick(part.rules, classes);
        // An empty layer stays: the first mention of each decides the order of all.
        return rules || part.head.startsWith("@layer") ? `${part.head}{${rules}}` : "";
      }
      const isNeeded = !part.classes || part.classes.some((all) => all.every((name) => classes.has(name)));
      return isNeeded ? part.text : "";
    })
    .join("");
}

/** Returns the classes of all elements of a page. */
function listClasses(html: string): Set<string> {
  const found = new Set<string>();
  for (const [, value = ""] of html.matchAll(/\sclass="([^"]*)"/g))
    for (const name of value.split(/\s+/)) found.add(decode(name));
  return found;
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

/** Decodes the characters that React escapes in attributes. */
function decode(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? "");
}

function parse(css: string): Part[] {
  const parts: Part[] = [];
  let begun = 0;
  for (let at = 0; at < css.length; at = begun) {
    at = findEnd(css, at, ";{");
    const head = css.slice(begun, at).replace(leadingComments, "").trim();
    if (css[at] !== "{") {
      if (head) parts.push({ text: `${head};` });
      begun = at + 1;
      continue;
    }
    const end = findEnd(css, at + 1, "}");
    const body = css.slice(at + 1, end);
    begun = end + 1;
    if (groupNames.test(head)) parts.push({ head, rules: parse(body) });
    else parts.push({ text: `${head}{${body}}`, ...(!head.startsWith("@") && listRequired(head)) });
  }
  return parts;
}

/** Returns the index of the first of some characters outside strings, comments and braces; the length without one. */
function findEnd(css: string, from: number, ends: string): number {
  let depth = 0;
  for (let at = from; at < css.length; at++) {
    const character = css[at] ?? "";
    if (depth === 0 && ends.includes(character)) return at;
    if (character === "\\") at++;
    else if (character === "{" || character === "(") depth++;
    else if (character === "}" || character === ")") depth--;
    else if (character === '"' || character === "'") at = css.indexOf(character, at + 1);
    else if (css.startsWith("/*", at)) at = css.indexOf("*/", at) + 1;
  }
  return css.length;
}

/** Reads the classes of a list of selectors. What is in brackets, as in `:not(.a)`, is not required. */
function listRequired(selectors: string): { classes: string[][] } | undefined {
  const all: string[][] = [];
  for (let from = 0; from < selectors.length; ) {
    const end = findEnd(selectors, from, ",");
    const selector = withoutBrackets(selectors.slice(from, end));
    const names = [...selector.matchAll(/\.((?:\\[\da-f]{1,6} ?|\\.|[\w-])+)/gi)].map(([, name = ""]) =>
      undoEscapes(name),
    );
    if (names.length === 0) return undefined;
    all.push(names);
    from = end + 1;
  }
  return { classes: all };
}

function withoutBrackets(selector: string): string {
  let kept = "";
  let depth = 0;
  for (let at = 0; at < selector.length; at++) {
    const character = selector[at] ?? "";
    if (character === "\\") {
      if (depth === 0) kept += selector.slice(at, at + 2);
      at++;
    } else if (character === "(" || character === "[") depth++;
    else if (character === ")" || character === "]") depth--;
    else if (depth === 0) kept += character;
  }
  return kept;
}

/** Undoes the escapes of a class's name in a selector, such as `\:` and `\31 `. */
function undoEscapes(name: string): string {
  return name.replace(/\\(?:([0-9a-f]{1,6}) ?|(.))/gi, (_, code?: string, character = "") =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : character,
  );
}
