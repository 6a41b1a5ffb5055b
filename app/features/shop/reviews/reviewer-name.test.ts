import { expect, test } from "vitest";
import { reviewerName } from "./reviewer-name";

test.each([
  ["Tiago Alves", "Tiago A."],
  ["Maria da Conceição de Souza", "Maria S."],
  ["ana élida", "ana É."],
  ["Élida", "Élida"],
  ["  Beto   Lima  ", "Beto L."],
  ["🙂 Beto", "Beto"],
  ["beto@example.com", ""],
  ["", ""],
])("the reviewer %s is displayed as %s", (name, shown) => expect(reviewerName(name)).toBe(shown));
