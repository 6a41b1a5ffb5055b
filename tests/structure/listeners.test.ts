import { describe, expect, test } from "vitest";
import { listSources, readText } from "./sources";

/**
 * Finds what may end the process by an unhandled error: a listener for an emitter's first error only, and an
 * asynchronous Express handler, whose promise Express 4 ignores.
 */
function findListeners(text: string): string[] {
  const firstOnly = text.match(/\.once\(\s*"error"/g) ?? [];
  const handlers = text.match(/(?:forwardRejections\(\s*)?async \(_?req, _?res(?:, _?next)?\) =>/g) ?? [];
  return [...firstOnly, ...handlers.filter((handler) => !handler.startsWith("forwardRejections("))];
}

test("no server code listens for a single error or has an unguarded asynchronous handler", () => {
  const found = [...listSources("app"), "server.ts"]
    .filter((path) => /\.server\.ts$|^server\.ts$/.test(path))
    .flatMap((path) => findListeners(readText(path)).map((what) => `${path}: ${what}`));
  expect(found).toEqual([]);
});

describe("the check of listeners", () => {
  test.each([
    'request.once("error", reject);',
    "return async (req, res, next) => {};",
    "app.use(async (_req, res) => {});",
  ])("finds %s", (text) => {
    expect(findListeners(text)).toHaveLength(1);
  });
  test.each(['request.on("error", reject);', "forwardRejections(async (req, res) => {})"])(
    "passes %s",
    (text) => {
      expect(findListeners(text)).toEqual([]);
    },
  );
});
