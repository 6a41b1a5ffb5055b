import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readOrMakeSecrets } from "../../dev/secrets";

const folder = mkdtempSync(join(tmpdir(), "sabia-secrets-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("random secrets are created once, readable by their owner only", () => {
  const file = join(folder, "data", "secrets.json");
  const made = readOrMakeSecrets(file);
  expect(made.sessionSecret).toMatch(/^[0-9a-f]{64}$/);
  expect(made.stripeSecretKey).toMatch(/^sk_test_/);
  expect(made.stripeWebhookSecret).toMatch(/^whsec_/);
  expect(readOrMakeSecrets(file)).toEqual(made);
  expect(readdirSync(join(folder, "data"))).toEqual(["secrets.json"]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  chmodSync(file, 0o644);
  readOrMakeSecrets(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readOrMakeSecrets(join(folder, "other.json")).sessionSecret).not.toBe(made.sessionSecret);
});

test("a missing secret is added, and the others stay", () => {
  const file = join(folder, "older.json");
  const sessionSecret = "ab".repeat(32);
  writeFileSync(file, JSON.stringify({ sessionSecret }));
  const completed = readOrMakeSecrets(file);
  expect(completed.sessionSecret).toBe(sessionSecret);
  expect(completed.stripeWebhookSecret).toMatch(/^whsec_/);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(completed);
});

test.each(["{", "[]", '{"sessionSecret": "short"}'])(
  "a file of secrets with %s is reported and not overwritten",
  (content) => {
    const file = join(folder, "damaged.json");
    writeFileSync(file, content);
    expect(() => readOrMakeSecrets(file)).toThrow(`${file} does not hold`);
    expect(readFileSync(file, "utf8")).toBe(content);
  },
);
