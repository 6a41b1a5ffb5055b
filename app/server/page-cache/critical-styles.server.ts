import { readFileSync } from "node:fs";
import { join } from "node:path";
import postcss, { type ChildNode, type Container } from "postcss";

/** Written by `root.tsx` for a page with `firstStyles`, before the stylesheet's link at its end. */
const place = '<style id="first-styles"';
const link = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"/;

/** Writes the rules that a page needs into it, so that it is shown before the stylesheet arrives. */
export function createCriticalStyles(clientDir: string): (html: string) => string {
  const pickers = new Map<string, (html: string) => string>();
  return (html) => {
    const href = link.exec(html)?.[1];
    const styleTag = html.indexOf(place);
    const styleText = styleTag < 0 ? -1 : html.indexOf(">", styleTag) + 1;
    if (!href || styleText < 1 || !html.startsWith("</style>", styleText)) return html;
    const pick = pickers.get(href) ?? createStylePicker(readFileSync(join(clientDir, href), "utf8"));
    pickers.set(href, pick);
    return html.slice(0, styleText) + pick(html) + html.slice(styleText);
  };
}

/** `selectors`: the classes that each requires. `head`: of a group, such as a layer. */
type Part = { text: string; selectors?: string[][] } | { head: string; parts: Part[] };

/** The rules whose classes are all in the page, and those without classes, in order. */
export function createStylePicker(css: string): (html: string) => string {
  const parts = listParts(postcss.parse(css));
  return (html) => pick(parts, listClasses(html));
}

function listParts(container: Container<ChildNode>): Part[] {
  return (container.nodes ?? []).flatMap((node): Part[] => {
    if (node.type === "comment") return [];
    if (node.type === "atrule" && node.nodes && /^(media|supports|layer|container)$/.test(node.name))
      return [{ head: `@${node.name} ${node.params}`, parts: listParts(node) }];
    const text = node.type === "atrule" && !node.nodes ? `${node.toString()};` : node.toString();
    if (node.type !== "rule") return [{ text }];
    const selectors = node.selectors.map(listRequired);
    return [selectors.some((classes) => classes.length === 0) ? { text } : { text, selectors }];
  });
}

/** What is in brackets, as in `:not(.a)`, is not required. */
function listRequired(selector: string): string[] {
  let outside = selector;
  for (let inner = ""; inner !== outside; ) {
    inner = outside;
    outside = outside.replace(/(?<!\\)[([][^()[\]]*[)\]]/g, "");
  }
  return [...outside.matchAll(/\.((?:\\[\da-f]{1,6} ?|\\.|[\w-])+)/gi)].map(([, name = ""]) =>
    name.replace(/\\(?:([0-9a-f]{1,6}) ?|(.))/gi, (_, code?: string, character = "") =>
      code ? String.fromCodePoint(Number.parseInt(code, 16)) : character,
    ),
  );
}

function pick(parts: readonly Part[], classes: ReadonlySet<string>): string {
  return parts
    .map((part) => {
      if ("head" in part) {
        const rules = pick(part.parts, classes);
        // An empty layer stays: the first mention of each decides the order of all.
        return rules || part.head.startsWith("@layer") ? `${part.head}{${rules}}` : "";
      }
      const isNeeded =
        !part.selectors || part.selectors.some((all) => all.every((name) => classes.has(name)));
      return isNeeded ? part.text : "";
    })
    .join("");
}

function listClasses(html: string): Set<string> {
  const names = new Set<string>();
  for (const [, value = ""] of html.matchAll(/\sclass="([^"]*)"/g))
    for (const name of value.split(/\s+/)) names.add(decode(name));
  return names;
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

function decode(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? "");
}
