import { expect, test } from "vitest";
import { checkDatabase, checkDirectConnection, checkReplica } from "../../dev/doctor/check-database";
import { checkStripe } from "../../dev/doctor/check-services";
import { checkBucketRules, checkStore } from "../../dev/doctor/check-store";
import { examine, formatFindings } from "../../dev/doctor/finding";
import { onServer } from "../support/on-server";
import { ownerUrlOf } from "../support/test-database";
import { startTestWorld } from "../support/test-services";

const world = await startTestWorld();
const { env, storage, db } = world.services;
const levels = (findings: { about: string; level: string }[]) =>
  findings.map(({ about, level }) => `${about} ${level}`);

test("a healthy database and store are all ok, and nothing is left in the store", async () => {
  expect(levels(await checkDatabase(env))).toEqual(["Database ok", "Clock ok", "Schema ok", "Rights ok"]);
  expect(levels(await checkDirectConnection(env))).toEqual(["Direct connection ok"]);
  expect(levels(await checkStore(storage))).toEqual(["Files ok"]);
  expect(await checkBucketRules(env)).toEqual([]);
});

test("the owner's role and an older schema are found", async () => {
  const ownerUrl = ownerUrlOf(env.DATABASE_URL);
  expect(levels(await checkDatabase({ ...env, DATABASE_URL: ownerUrl }))).toContain("Rights warn");
  await onServer(ownerUrl, (client) => client.query("DELETE FROM kysely_migration"));
  expect(levels(await checkDatabase(env))).toContain("Schema fail");
  expect(await db.selectFrom("users").select("id").execute()).toEqual([]);
});

test("a replica is not looked for where none is set, and another database is none", async () => {
  expect(await checkReplica(env)).toEqual([]);
  expect(levels(await checkReplica({ ...env, DATABASE_REPLICA_URL: env.DATABASE_URL }))).toEqual([
    "Replica fail",
  ]);
});

test("Stripe without the webhook endpoint is a failure", async () => {
  const found = await examine("Stripe", () => checkStripe(env));
  expect(found.at(-1)).toMatchObject({ about: "Stripe", level: "fail" });
});

test("a check that throws or hangs is a failed one; the last line counts", async () => {
  const hung = await examine("Mail", () => new Promise(() => {}), 20);
  const thrown = await examine("Files", () => Promise.reject(new Error("refused")));
  expect(formatFindings([...hung, ...thrown, { level: "ok", about: "Clock", text: "right" }])).toBe(
    "FAIL  Mail: no answer within 0.02 s\nFAIL  Files: Error: refused\nok    Clock: right\n\n2 failed, 0 to look at, 1 ok",
  );
});
