/** Prints regular expressions of `app/` whose time can grow faster than their text (recheck). Results are kept. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { check } from "recheck";
import ts from "typescript";

export interface FoundPattern {
  at: string;
  /** Undefined if it cannot be read from the file. */
  pattern: { source: string; flags: string } | undefined;
}

/** Literals, `RegExp` with constants, texts given to `match` or `search`, and `pattern` attributes. */
export function findPatterns(path: string, text: string): FoundPattern[] {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true, kind);
  const constants = new Map<string, ts.Expression>();
  const found: FoundPattern[] = [];
  const add = (node: ts.Node, pattern: FoundPattern["pattern"]) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    found.push({ at: `${path}:${line + 1}`, pattern });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer);
    if (ts.isRegularExpressionLiteral(node)) add(node, splitLiteral(node.text));
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && isNamed(node.expression, "RegExp")) {
      const [source, flags] = (node.arguments ?? []).map((each) => evaluate(each, constants));
      const isConstant = source !== undefined && (node.arguments?.length === 1 || flags !== undefined);
      add(node, isConstant ? { source, flags: flags ?? "" } : undefined);
    }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
      if (/^(?:match|matchAll|search)$/.test(node.expression.name.text)) {
        const [text] = node.arguments;
        if (text && ts.isStringLiteralLike(text)) add(node, { source: text.text, flags: "" });
      }
    if (ts.isJsxAttribute(node) && node.name.getText() === "pattern" && node.initializer)
      if (ts.isStringLiteral(node.initializer))
        add(node, { source: `^(?:${node.initializer.text})$`, flags: "v" });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isNamed(node: ts.Node, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name;
}

function splitLiteral(text: string): { source: string; flags: string } {
  const end = text.lastIndexOf("/");
  return { source: text.slice(1, end), flags: text.slice(end + 1) };
}

/** Of literals and constants declared above; undefined for any other expression. */
function evaluate(node: ts.Expression, constants: ReadonlyMap<string, ts.Expression>): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return node.text;
  if (ts.isRegularExpressionLiteral(node)) return splitLiteral(node.text).source;
  if (ts.isIdentifier(node)) {
    const value = constants.get(node.text);
    return value && evaluate(value, constants);
  }
  if (ts.isPropertyAccessExpression(node) && node.name.text === "source")
    return evaluate(node.expression, constants);
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "String.raw")
    return ts.isNoSubstitutionTemplateLiteral(node.template)
      ? node.template.rawText
      : fill(node.template, ({ rawText = "" }) => rawText, constants);
  return ts.isTemplateExpression(node) ? fill(node, ({ text }) => text, constants) : undefined;
}

function fill(
  { head, templateSpans }: ts.TemplateExpression,
  read: (part: ts.TemplateLiteralLikeNode) => string,
  constants: ReadonlyMap<string, ts.Expression>,
): string | undefined {
  let text = read(head);
  for (const { expression, literal } of templateSpans) {
    const value = evaluate(expression, constants);
    if (value === undefined) return undefined;
    text += value + read(literal);
  }
  return text;
}

export type KnownResults = Record<string, string>;

/** Also of patterns that could not be checked or are not made of constants. */
export async function findSlowPatterns(
  patterns: readonly FoundPattern[],
  known: KnownResults = {},
): Promise<string[]> {
  const problems: string[] = [];
  for (const { at, pattern } of patterns) {
    if (!pattern) {
      problems.push(
        `${at}: write the pattern with literals and constants of its file, so that it can be checked`,
      );
      continue;
    }
    const { source, flags } = pattern;
    const written = `/${source}/${flags}`;
    known[written] ??= await judge(source, flags);
    if (known[written] !== "safe") problems.push(`${at}: ${known[written]}: ${written}`);
  }
  return problems;
}

async function judge(source: string, flags: string): Promise<string> {
  // Its parser does not know the flag `v`, whose classes no pattern here extends.
  const result = await check(source, flags.replace("v", "u"), { timeout: 30_000 });
  if (result.status === "vulnerable") return result.complexity.summary;
  return result.status === "safe" ? "safe" : `could not be checked (${result.error.kind})`;
}

async function run(): Promise<void> {
  const cache = join("node_modules", ".cache", "check-patterns.json");
  const known = readKnown(cache);
  const files = readdirSync("app", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const problems = await findSlowPatterns(
    files.flatMap((path) => findPatterns(path, readFileSync(path, "utf8"))),
    known,
  );
  // A busy machine may fail to check a safe pattern: only what is safe is kept.
  const safe = Object.entries(known).filter(([, result]) => result === "safe");
  mkdirSync(dirname(cache), { recursive: true });
  writeFileSync(cache, JSON.stringify(Object.fromEntries(safe)));
  for (const problem of problems) console.log(problem);
  process.exit(problems.length > 0 ? 1 : 0);
}

function readKnown(cache: string): KnownResults {
  try {
    return JSON.parse(readFileSync(cache, "utf8"));
  } catch {
    return {};
  }
}

if (process.argv[1]?.endsWith("check-patterns.ts")) await run();
