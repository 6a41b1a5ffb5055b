import { expect, test } from "vitest";
import { drawableText } from "./pdf-document";

const latin = (code: number) => (code >= 32 && code < 127) || (code >= 0xc0 && code <= 0xff);

test.each([
  ["Pão de queijo", "Pão de queijo"],
  ["Pa\u0303o", "Pão"],
  ["R$\u00a049,90", "R$ 49,90"],
  ["Dvořák", "Dvorák"],
  ["音楽 🎵", "?? ?"],
  ["uma\nlinha\u0000", "uma linha "],
  ["\u202Eabc", " abc"],
])("the text %j is drawn as %j", (text, drawn) => {
  expect(drawableText(text, latin)).toBe(drawn);
});
