import { expect, test } from "vitest";
import { decideExcerpt, parseOutcomes } from "./preview-length";

test.each([
  [{ start: 0, seconds: 60 }, 3_600, { start: 0, seconds: 60 }],
  [{ start: 600, seconds: 180 }, 3_600, { start: 600, seconds: 180 }],
  [{ start: 0, seconds: 60 }, 90, { start: 0, seconds: 45 }],
  [{ start: 80, seconds: 60 }, 90.5, { start: 45, seconds: 45 }],
  [{ start: 0, seconds: 60 }, 1.9, undefined],
  [{ start: 5, seconds: 60 }, undefined, { start: 5, seconds: 60 }],
])("decideExcerpt clips the wish %j to a video of %s seconds", (wanted, length, excerpt) =>
  expect(decideExcerpt(wanted, length)).toEqual(excerpt),
);

test("parseOutcomes parses one outcome per line, without bullets, blank lines and duplicates", () => {
  expect(
    parseOutcomes("- Criar o levain\r\n\r\n  • Assar \nCriar o levain\n\u200B\nLer\ta massa\u202E"),
  ).toEqual(["Criar o levain", "Assar", "Ler a massa"]);
});
