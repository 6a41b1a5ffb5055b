import { describe, expect, it } from "vitest";
import { initialsOf } from "~/ui/portrait";

describe("Portrait", () => {
  it.each([
    ["Lia Nakamura", "LN"],
    ["João Batista Reis", "JR"],
    ["Élida", "É"],
    ["  ana   de souza ", "AS"],
    ["🙂 Beto", "B"],
    ["", ""],
  ])("the initials of %s are %s", (name, initials) => expect(initialsOf(name)).toBe(initials));
});
