import { expect, test } from "vitest";
import { listSources, readText } from "./sources";

/** Errors of adapters that features check: created in one bundle, checked in the other. */
const modules = listSources("app/integrations").filter((path) =>
  /class \w+ extends Error\b/.test(readText(path)),
);

type ErrorClass = new (...args: unknown[]) => Error;

const isErrorClass = (value: unknown): value is ErrorClass =>
  typeof value === "function" && value.prototype instanceof Error;

async function classesOf(path: string, copy: string): Promise<Map<string, ErrorClass>> {
  const module = (await import(/* @vite-ignore */ `../../${path}${copy}`)) as Record<string, unknown>;
  return new Map(
    Object.entries(module).filter((entry): entry is [string, ErrorClass] => isErrorClass(entry[1])),
  );
}

test("at least three modules define errors", () => expect(modules.length).toBeGreaterThanOrEqual(3));

test.each(modules)(
  "an error of %s is an instance of the same class in another copy, and of no other class",
  async (path) => {
    const [ours, theirs] = [await classesOf(path, ""), await classesOf(path, "?copy")];
    expect(ours.size).toBeGreaterThan(0);
    for (const [name, OurClass] of ours) {
      // Malformed keys are bugs, which nobody checks for.
      if (name === "InvalidStorageKey") continue;
      const TheirClass = theirs.get(name);
      if (!TheirClass) throw new Error(`${name} is missing`);
      expect(TheirClass).not.toBe(OurClass);
      const thrown = new TheirClass("unavailable", "x", {});
      expect(thrown instanceof OurClass).toBe(true);
      expect(new Error("another") instanceof OurClass).toBe(false);
      for (const value of [null, undefined, "text", { name }]) expect(value instanceof OurClass).toBe(false);
    }
  },
);
