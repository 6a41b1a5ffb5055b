import { expect, test } from "vitest";
import { hasVisibleSign } from "./visible-character";

test.each(["a", " 7 ", "…", "🎸", "日本", "ㄱ", "a\u200d", "❤️"])("%j shows something", (text) => {
  expect(hasVisibleSign(text)).toBe(true);
});

test.each(["", " \n", "\u200b", "\u3164", "\u115f\u1160", "\u200e \u2066", "\u00ad", "\ufe0f", "\u2800"])(
  "%j shows nothing",
  (text) => {
    expect(hasVisibleSign(text)).toBe(false);
  },
);
