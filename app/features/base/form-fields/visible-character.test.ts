import { expect, test } from "vitest";
import { hasVisibleCharacter } from "./visible-character";

test.each(["a", " 7 ", "…", "🎸", "日本", "ㄱ", "a\u200d", "❤️"])("%j has a visible character", (text) => {
  expect(hasVisibleCharacter(text)).toBe(true);
});

test.each(["", " \n", "\u200b", "\u3164", "\u115f\u1160", "\u200e \u2066", "\u00ad", "\ufe0f", "\u2800"])(
  "%j has no visible character",
  (text) => {
    expect(hasVisibleCharacter(text)).toBe(false);
  },
);
