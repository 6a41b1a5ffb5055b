import { expect, test } from "vitest";
import { createSecretBox } from "~/platform/secrets.server";

const first = "a".repeat(32);
const second = "b".repeat(32);
const box = createSecretBox([first]);

test("a sealed text is opened again, and never looks the same twice", () => {
  const sealed = box.seal("JBSWY3DPEHPK3PXP ção", "second factor");
  expect(box.open(sealed, "second factor")).toBe("JBSWY3DPEHPK3PXP ção");
  expect(sealed.equals(box.seal("JBSWY3DPEHPK3PXP ção", "second factor"))).toBe(false);
  expect(sealed.includes("JBSWY3DPEHPK3PXP")).toBe(false);
});

test("a sealed text is not opened for another purpose, with another key, or after a change of any byte", () => {
  const sealed = box.seal("123.456.789-09", "tax id");
  expect(() => box.open(sealed, "second factor")).toThrow("cannot decrypt");
  expect(() => createSecretBox([second]).open(sealed, "tax id")).toThrow("DATA_KEY");
  for (const at of sealed.keys()) {
    const altered = Buffer.from(sealed);
    altered[at] = (altered[at] ?? 0) ^ 1;
    expect(() => box.open(altered, "tax id")).toThrow();
  }
  for (let length = 0; length < sealed.length; length += 1)
    expect(() => box.open(sealed.subarray(0, length), "tax id")).toThrow();
});

test("a box with a new key still opens and finds what the former key stored", () => {
  const after = createSecretBox([second, first]);
  expect(after.open(box.seal("x", "tax id"), "tax id")).toBe("x");
  expect(after.digests("x", "codes")).toEqual([after.digest("x", "codes"), box.digest("x", "codes")]);
  expect(() => box.open(after.seal("x", "tax id"), "tax id")).toThrow();
});

test("digests differ by text, purpose and key", () => {
  const digests = [box.digest("x", "codes"), box.digest("y", "codes"), box.digest("x", "other")];
  expect(new Set([...digests, createSecretBox([second]).digest("x", "codes")]).size).toBe(4);
});
