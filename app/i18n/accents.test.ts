import { expect, test } from "vitest";
import { foldText, removeAccents } from "./accents";

test.each(["São João", "Sa\u0303o Joa\u0303o"])("%j loses its accents, composed or not", (text) => {
  expect(removeAccents(text)).toBe("Sao Joao");
});

test("letters that are no accented ones stay", () => {
  expect(removeAccents("Ø, ß, 漢字, 1 ½")).toBe("Ø, ß, 漢字, 1 ½");
});

test("a comparison sees neither accents nor capitals", () => {
  expect(foldText("ÁGUA viva")).toBe("agua viva");
});
