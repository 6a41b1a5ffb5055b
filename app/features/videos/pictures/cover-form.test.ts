import { expect, test } from "vitest";
import { coverQuery, parseCoverChoice } from "./cover-form";

test("a missing or unknown drawing yields no cover", () => {
  expect(parseCoverChoice({ title: "Pão" })).toBeUndefined();
  expect(parseCoverChoice({ title: "Pão", coverDrawing: "" })).toBeUndefined();
  expect(parseCoverChoice({ title: "Pão", coverDrawing: "toString" })).toBeUndefined();
});

test("the cover's title defaults to the video's and has at most 60 characters", () => {
  const chosen = { coverDrawing: "ipe", coverGround: "rosa", title: "x".repeat(200) };
  expect(parseCoverChoice(chosen)).toEqual({ drawing: "ipe", ground: "rosa", title: "x".repeat(60) });
  expect(parseCoverChoice({ ...chosen, coverTitle: " Curto " })?.title).toBe("Curto");
});

test("an unknown background falls back to the first one", () => {
  expect(parseCoverChoice({ coverDrawing: "none", coverGround: "neon" })?.ground).toBe("mata");
});

test("a cover is parsed from its own query unchanged", () => {
  const choice = { drawing: "canto", ground: "sol", title: "A & B?" } as const;
  expect(parseCoverChoice(Object.fromEntries(new URLSearchParams(coverQuery(choice))))).toEqual(choice);
});
