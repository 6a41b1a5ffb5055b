import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Entry = { optionalDependencies?: Record<string, string>; dependencies?: Record<string, string> };

const lock = JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8"));
const packages: Record<string, Entry> = lock.packages;

/** Node's module resolution: the nearest `node_modules` above. */
function isLocked(from: string, name: string): boolean {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("node_modules/") - 1))) {
    if (packages[`${at}${at ? "/" : ""}node_modules/${name}`]) return true;
    if (at === "") return false;
  }
}

/** `npm install` omits packages of other systems that it cannot fetch, and `npm ci` then fails everywhere. */
test("the lock file lists every package, including those of other systems", () => {
  const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !isLocked(path, name))
      .map((name) => `${name}, for ${path || "this project"}`),
  );
  expect(missing).toEqual([]);
});
