import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import ts from "typescript";

export const root = resolve(import.meta.dirname, "../..");

export function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

export function listSources(folder: string): string[] {
  return listFiles(folder).filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));
}

export function readText(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** `path` decides whether `<T>` begins an element, as in `.tsx`, or a type. */
export function parse(text: string, path = "planted.tsx"): ts.SourceFile {
  const kind = path.endsWith(".ts") ? ts.ScriptKind.TS : ts.ScriptKind.TSX;
  return ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true, kind);
}

export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}
