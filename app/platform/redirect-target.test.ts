import { expect, test } from "vitest";
import { parseRedirectTarget } from "./redirect-target";

test.each(["/", "/marketplace", "/watch/abc?lng=en", "/videos/1#buy", "/a/b/../c"])(
  "%s is a path of this site",
  (target) => {
    expect(parseRedirectTarget(target, "/x")).toMatch(/^\/(?!\/)/);
    expect(parseRedirectTarget(target, "/x")).not.toBe("/x");
  },
);

/** Ways to lead to another site, written before its name. */
const starts =
  "// /// /\\ \\ \\\\ /%2f/ /%2F /%2F%2F /%5c /%5C%5C https:// HTTPS:// https: https:/ http://localhost:3000@ " +
  "//localhost:3000@ user@ @ :@ . /..// /.// /./\\ /a/..// /a/../..// /a/%2e%2e// /%2e%2e// ../ ?redirectTo=// #//";

test.each([
  ...[...starts.split(" "), "/\t/", "\t//", "/\n/", "/\u0000/", ""].map((start) => `${start}evil.example`),
  ...["javascript:alert(1)", "java\nscript:alert(1)", "data:text/html,x", "//[::1]", "marketplace", "."],
  ...["", null, undefined, " /marketplace", `/${"a".repeat(600)}`, "__proto__"],
])("the redirect target %j is refused", (target) => {
  expect(parseRedirectTarget(target, "/marketplace")).toBe("/marketplace");
});
