import { expect, test } from "vitest";
import { formulaStarts, guardText } from "./sheet";

test.each([...formulaStarts.map((sign) => `${sign}1+1`), '=HYPERLINK("x";1)', "--"])(
  "the guard prefixes %j with an apostrophe",
  (text) => expect(guardText(text)).toBe(`'${text}`),
);

test.each(["", "-", "1=2", " =1", "'=1", "Aula + exercícios"])("the guard leaves %j as it is", (text) =>
  expect(guardText(text)).toBe(text),
);
