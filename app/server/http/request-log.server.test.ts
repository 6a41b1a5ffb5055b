import { createHash } from "node:crypto";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import routes from "../../routes";
import { loggedPath } from "./request-log.server";

const token = createHash("sha256").update("a secret").digest("base64url");
const code = `gift_6f1c1a52-6f0b-4a3e-9a53-1d8f1f6f0c11_0_${token}`;

const pathsOf = (entries: readonly RouteConfigEntry[], above = ""): string[] =>
  entries.flatMap(({ path = "", children = [] }) => {
    const whole = [above, path].filter((part) => part !== "").join("/");
    return children.length > 0 ? pathsOf(children, whole) : [whole];
  });

const paths = pathsOf(await routes);

test("no route's path or query brings a token into the log, as a page or as data", () => {
  expect(paths.length).toBeGreaterThan(100);
  for (const secret of [token, code]) {
    for (const path of paths) {
      const filled = `/${path.replaceAll(/:\w+|\*/g, secret)}`;
      for (const url of [
        filled,
        `${filled}.data`,
        `${filled}?token=${secret}`,
        `${filled}.data?code=${secret}`,
      ])
        expect(loggedPath(url)).not.toContain(token);
    }
  }
});

test("the log has the whole path of a route without a token", () => {
  const id = "6f1c1a52-6f0b-4a3e-9a53-1d8f1f6f0c11";
  const plain = paths.filter((path) => !/^(gifts|files)\//.test(path));
  for (const path of plain) {
    const filled = `/${path.replaceAll(/:\w+|\*/g, id)}`;
    expect(loggedPath(`${filled}.data?after=1`)).toBe(`${filled}.data`);
  }
});

test.each([
  [`/gifts/${code}`, "/gifts/…"],
  [`/gifts/${code}.data`, "/gifts/….data"],
  ["/gifts/gift_short", "/gifts/…"],
  [`/GIFTS/${code}`, "/GIFTS/…"],
  [`//g%69fts/${code.replaceAll("_", "%5F")}/`, "//g%69fts/…"],
  ["/files/a/b.mp4?viewer=x&signature=y", "/files/…"],
  [`/anything/${token}%`, "/anything/…"],
  ["/videos/1#x", "/videos/1"],
  ["", ""],
])("%s is logged as %s", (url, logged) => {
  expect(loggedPath(url)).toBe(logged);
});
