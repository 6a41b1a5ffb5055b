import { expect, test } from "vitest";
import { profileForm } from "./creator-page-form";

test("handle, text and links of a creator page are parsed together", () => {
  expect(
    profileForm.parse({
      handle: "@Lia",
      bio: "Padeira.\r\n\r\nE fotógrafa.\u0007 ",
      links: "exemplo.com.br",
      marksPlayback: "on",
    }),
  ).toEqual({
    handle: "lia",
    bio: "Padeira.\n\nE fotógrafa.",
    links: ["https://exemplo.com.br/"],
    marksPlayback: true,
  });
});

test("text, links and the watermark choice of a creator page may be omitted", () => {
  const left = { handle: "lia", bio: "", links: [], marksPlayback: false };
  expect(profileForm.parse({ handle: "lia" })).toEqual(left);
});

test("each field has its own message", () => {
  const bad = profileForm.safeParse({ handle: "x", bio: "a".repeat(601), links: "http://a.b" });
  expect(bad.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ["handle", "creators.handleLength"],
    ["bio", "creators.bioTooLong"],
    ["links", "creators.linkInvalid"],
  ]);
});
