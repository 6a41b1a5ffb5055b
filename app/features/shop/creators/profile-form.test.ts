import { expect, test } from "vitest";
import { profileForm } from "./profile-form";

test("handle, text and links are read together", () => {
  expect(
    profileForm.parse({
      handle: "@Lia",
      bio: "Padeira.\r\n\r\nE fotógrafa.\u0007 ",
      links: "exemplo.com.br",
    }),
  ).toEqual({ handle: "lia", bio: "Padeira.\n\nE fotógrafa.", links: ["https://exemplo.com.br/"] });
});

test("text and links may be left out", () => {
  expect(profileForm.parse({ handle: "lia" })).toEqual({ handle: "lia", bio: "", links: [] });
});

test("each field has its own message", () => {
  const bad = profileForm.safeParse({ handle: "x", bio: "a".repeat(601), links: "http://a.b" });
  expect(bad.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ["handle", "creators.handleLength"],
    ["bio", "creators.bioTooLong"],
    ["links", "creators.linkInvalid"],
  ]);
});
