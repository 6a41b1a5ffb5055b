import ts from "typescript";
import { describe, expect, test } from "vitest";
import { listSources, parse, readText, walk } from "./sources";

/** The only modules that read a request's body: bounded, and streamed if it may be large. */
const readers = ["app/platform/forms/forms.server.ts", "app/platform/forms/multipart.server.ts"];

const bodyMethods = new Set(["formData", "text", "json", "arrayBuffer", "blob", "bytes"]);

/** Finds where a request's body is read at once: `request.formData()` takes 1.5 GB for a 500 MB upload. */
function findBodyReads(text: string, path?: string): string[] {
  const found: string[] = [];
  walk(parse(text, path), (node) => {
    if (!ts.isPropertyAccessExpression(node)) return;
    const { name, expression } = node;
    const ofRequest = /\b(request|req)\b/i.test(expression.getText());
    const called = ts.isCallExpression(node.parent) && node.parent.expression === node;
    const reads = bodyMethods.has(name.text) || name.text === "body";
    if ((ofRequest && reads) || (name.text === "formData" && called)) found.push(node.getText());
  });
  return found;
}

test("only the listed code of the product reads a request body", () => {
  const others = listSources("app").filter((path) => !readers.includes(path));
  const found = others.flatMap((path) =>
    findBodyReads(readText(path), path).map((read) => `${path}: ${read}`),
  );
  expect(others.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});

test("the listed readers read a request body", () => {
  expect(readers.flatMap((path) => findBodyReads(readText(path), path))).not.toEqual([]);
});

describe("the check of body readers", () => {
  test.each([
    "await request.formData()",
    "await request.text()",
    "args.request.json()",
    "const read = request.text; read.call(request)",
    "request.clone().arrayBuffer()",
    "(await incoming).formData()",
    "for await (const chunk of request.body) {}",
  ])("finds %s", (text) => expect(findBodyReads(text)).not.toEqual([]));

  test.each(["readForm(request)", "answer.text()", "request.headers", "navigation.formData?.get(name)"])(
    "passes %s",
    (text) => expect(findBodyReads(text)).toEqual([]),
  );
});

test("no page asks for no-referrer, under which browsers without script send its forms with the Origin null", () => {
  const asking = listSources("app").filter((path) => /["']no-referrer["']/.test(readText(path)));
  expect(asking).toEqual([]);
});
