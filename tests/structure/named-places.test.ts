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

test("every limit of attempts stands in a file that is named after it", () => {
  const withLimits = listFiles("app").filter((file) => /: LimitRule = \{/.test(readText(file)));
  expect(withLimits.length).toBeGreaterThan(10);
  expect(withLimits.filter((file) => !/-limits?(?:\.server)?\.ts$/.test(file))).toEqual([]);
});

/** Returns the constants of limits, and the names under which their tries are counted, that occur twice. */
function repeatedLimits(texts: readonly string[]): string[] {
  const limits = texts.flatMap((text) => [...text.matchAll(/(\w+): LimitRule = \{\s*name: ("[^"]+")/g)]);
  const names = limits.flatMap(([, constant = "", counted = ""]) => [constant, counted]);
  return names.filter((name, at) => names.indexOf(name) !== at);
}

test("each limit of attempts has its own name, and a counter of its own", () => {
  expect(repeatedLimits(listFiles("app").map(readText))).toEqual([]);
  const twice = [
    'export const oneLimit: LimitRule = { name: "one", tries: 1, seconds: 1 };',
    'export const oneLimit: LimitRule = { name: "two", tries: 1, seconds: 1 };',
    'export const twoLimit: LimitRule = { name: "two", tries: 1, seconds: 1 };',
  ];
  expect(repeatedLimits(twice)).toEqual(["oneLimit", '"two"']);
});

interface Wing {
  wing: string;
  holds: string;
  rooms: string[];
}

const wings = JSON.parse(readText("app/features/wings.json")) as Wing[];
const rooms = wings.flatMap((wing) => wing.rooms.map((room) => `${wing.wing}/${room}`));
/** The rooms of which a folder has files, as `<wing>/<room>`. */
const roomsIn = (folder: string) => [
  ...new Set(
    listFiles(folder)
      .map((path) => path.slice(folder.length + 1).split("/"))
      .filter((parts) => parts.length > 1)
      .map((parts) => parts.slice(0, 2).join("/")),
  ),
];

test("wings.json names every room of the product, and no other", () => {
  expect(roomsIn("app/features").sort()).toEqual([...rooms].sort());
});

test("every folder of tests/features belongs to a room", () => {
  expect(roomsIn("tests/features").filter((room) => !rooms.includes(room))).toEqual([]);
});

test("CONTRIBUTING's table is the order of the rooms, the highest wing first", () => {
  const [, table = ""] = readText("CONTRIBUTING.md").split("| What they hold");
  const rows = table
    .split("\n")
    .filter((line) => line.startsWith("  | `"))
    .map((line) =>
      line
        .split("|")
        .map((cell) => cell.trim())
        .slice(1, 4),
    );
  expect(rows).toEqual(
    wings
      .toReversed()
      .map(({ wing, holds, rooms }) => [`\`${wing}\``, rooms.map((room) => `\`${room}\``).join(", "), holds]),
  );
});

test("the check finds a place that does not exist", () => {
  expect(missing("| Who | `app/features/base/money/gone.ts`, `price.ts`, `gone.server.ts` |")).toEqual([
    "app/features/base/money/gone.ts",
    "gone.server.ts",
  ]);
});
