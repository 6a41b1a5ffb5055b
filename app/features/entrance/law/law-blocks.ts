import { foldText } from "~/i18n/accents";

/** `to`: one of our paths, a web page or an e-mail address. */
export type LawInline =
  | { kind: "text"; text: string }
  | { kind: "strong"; text: string }
  | { kind: "link"; text: string; to: string };

export type LawBlock =
  | { kind: "paragraph"; text: LawInline[] }
  | { kind: "list"; ordered: boolean; items: LawInline[][] }
  | { kind: "heading"; text: string };

interface LawSection {
  id: string;
  title: string;
  blocks: LawBlock[];
}

export interface LawText {
  /** Before the first section. */
  intro: LawBlock[];
  sections: LawSection[];
}

const inline = /\*\*([^*]+)\*\*|\[([^[\]]+)\]\(((?:\/(?!\/)|https:\/\/|mailto:)[^)\s[]*)\)/g;

function parseInline(line: string): LawInline[] {
  const parts: LawInline[] = [];
  let end = 0;
  for (const match of line.matchAll(inline)) {
    const [whole, strong, label, to] = match;
    if (match.index > end) parts.push({ kind: "text", text: line.slice(end, match.index) });
    if (strong !== undefined) parts.push({ kind: "strong", text: strong });
    else if (label !== undefined && to !== undefined) parts.push({ kind: "link", text: label, to });
    end = match.index + whole.length;
  }
  if (end < line.length) parts.push({ kind: "text", text: line.slice(end) });
  return parts;
}

/** Returns an anchor such as "direito-de-desistir". */
function toAnchor(title: string): string {
  return foldText(title)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/**
 * Parses the Markdown used in `texts/`: `##` and `###` headings, `-` and `1.` lists, one line per paragraph or
 * item, `**bold**` and `[links](/path)`. A link to any other kind of address stays text.
 */
export function parseLawText(markdown: string): LawText {
  const text: LawText = { intro: [], sections: [] };
  for (const line of markdown.split("\n")) {
    if (line.trim() === "") continue;
    const [, marks, title] = /^(##|###) (.+)$/.exec(line) ?? [];
    if (marks === "##" && title) {
      text.sections.push({ id: toAnchor(title), title, blocks: [] });
      continue;
    }
    const blocks = text.sections.at(-1)?.blocks ?? text.intro;
    if (marks && title) blocks.push({ kind: "heading", text: title });
    else addLine(blocks, line);
  }
  return text;
}

function addLine(blocks: LawBlock[], line: string) {
  const [, mark, item] = /^(-|\d+\.) (.+)$/.exec(line) ?? [];
  if (!mark || !item) {
    blocks.push({ kind: "paragraph", text: parseInline(line) });
    return;
  }
  const ordered = mark !== "-";
  const last = blocks.at(-1);
  if (last?.kind === "list" && last.ordered === ordered) last.items.push(parseInline(item));
  else blocks.push({ kind: "list", ordered, items: [parseInline(item)] });
}

/** Omits lines with a placeholder whose value is undefined. Throws on an unknown placeholder. */
export function fillLawText(
  markdown: string,
  values: Readonly<Record<string, string | number | undefined>>,
): string {
  return markdown
    .split("\n")
    .filter((line) => namesIn(line).every((name) => findValue(values, name) !== undefined))
    .map((line) => line.replace(placeholder, (_, name: string) => String(findValue(values, name))))
    .join("\n");
}

const placeholder = /\{\{(\w+)\}\}/g;

function namesIn(line: string): string[] {
  return [...line.matchAll(placeholder)].map(([, name = ""]) => name);
}

function findValue(values: Readonly<Record<string, string | number | undefined>>, name: string) {
  if (!(name in values)) throw new Error(`a text of the law names an unknown value: ${name}`);
  return values[name];
}
