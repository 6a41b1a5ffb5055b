import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { listFiles, readText, root } from "./sources";

/** The files and folders of the product that a text names in backticks, by their path or, after one, by their name. */
function namedPlaces(text: string): string[] {
  return [...text.matchAll(/`((?:app|bench|dev|docs|migrations|tests)\/[\w./-]+|[\w.-]+\.tsx?)`/g)].map(
    ([, place = ""]) => place,
  );
}

const files = ["app", "bench", "dev", "migrations", "tests"].flatMap(listFiles);
const names = new Set(files.map((file) => basename(file)));
const exists = (place: string) => (place.includes("/") ? existsSync(join(root, place)) : names.has(place));
const missing = (text: string) => namedPlaces(text).filter((place) => !exists(place));

test("every place that README names exists", () => {
  const rows = readText("README.md")
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .join("\n");
  expect(namedPlaces(rows).length).toBeGreaterThan(60);
  expect(missing(rows)).toEqual([]);
});

test("CONTRIBUTING's table names every room", () => {
  const [, table = ""] = readText("CONTRIBUTING.md").split("| What they hold");
  const rooms = new Set(listFiles("app/features").map((path) => path.split("/")[2] ?? ""));
  expect([...rooms].filter((room) => !table.includes(`\`${room}\``))).toEqual([]);
});

test("finds a place that is gone", () => {
  expect(missing("| Who | `app/features/money/gone.ts`, `price.ts`, `gone.server.ts` |")).toEqual([
    "app/features/money/gone.ts",
    "gone.server.ts",
  ]);
});
