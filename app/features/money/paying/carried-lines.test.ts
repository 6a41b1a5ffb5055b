import { expect, test } from "vitest";
import { parseTick, readCarriedLines, writeCarriedLines, writeTick } from "./carried-lines";

const lines = [{ day: "2026-11-23", cents: -64_220, text: 'Pix "Inês" <b>', reference: "E1" }];

test("bank lines round-trip through a hidden field unchanged", () => {
  expect(readCarriedLines(writeCarriedLines(lines))).toEqual(lines);
});

test.each([
  "",
  "{",
  "{}",
  "[1]",
  '[["2026-11-23","1","a","b"]]',
  '[["hoje",1,"a","b"]]',
  '[["2026-11-23",1.5,"a","b"]]',
])("a hidden field changed to %j is refused", (text) => expect(readCarriedLines(text)).toBeUndefined());

test("a tick of the form identifies a bank line and a payout", () => {
  const tick = { line: 12, payoutId: "6f1c2f0e-6d3b-4d8b-9a55-0d3f8a3c1b2a" };
  expect(parseTick(writeTick(tick))).toEqual(tick);
  for (const value of ["", "1.", "x.6f1c2f0e-6d3b-4d8b-9a55-0d3f8a3c1b2a", "1.2"])
    expect(parseTick(value)).toBeUndefined();
});

test("a hidden field with control characters is refused: the database would", () => {
  const changed = (text: string, reference: string) =>
    readCarriedLines(JSON.stringify([["2026-11-23", -1, text, reference]]));
  expect(changed("PIX", "77")).toHaveLength(1);
  expect(changed("PIX\u0000", "77")).toBeUndefined();
  expect(changed("PIX", "7\u00007")).toBeUndefined();
});
