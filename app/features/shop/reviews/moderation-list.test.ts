import { expect, test } from "vitest";
import { moderationPath, parseModerationList } from "./moderation-list";

test("the address of a moderation list names the hidden texts and the cursor, and nothing for the first page", () => {
  expect(moderationPath("reviews", "reported")).toBe("/admin/reviews");
  expect(moderationPath("questions", "hidden")).toBe("/admin/questions?list=hidden");
  const { searchParams } = new URL(moderationPath("questions", "hidden", "a.b"), "https://sabia.example");
  expect(Object.fromEntries(searchParams)).toEqual({ list: "hidden", after: "a.b" });
});

test("any list but the hidden texts is the reported ones", () => {
  expect(parseModerationList(new URLSearchParams("list=hidden"))).toBe("hidden");
  expect(parseModerationList(new URLSearchParams("list=everything"))).toBe("reported");
});
