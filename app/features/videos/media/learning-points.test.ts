import { describe, expect, test } from "vitest";
import { parseOutcomes } from "./learning-points";

describe("parseOutcomes", () => {
  test("parses one outcome per line, without bullets, blank lines and duplicates", () => {
    expect(
      parseOutcomes("- Criar o levain\r\n\r\n  • Assar \nCriar o levain\n\u200B\nLer\ta massa\u202E"),
    ).toEqual(["Criar o levain", "Assar", "Ler a massa"]);
  });
});
