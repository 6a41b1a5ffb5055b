import { afterAll, expect, test } from "vitest";
import { describeFunctions } from "../../dev/database-functions";
import { generateSchema } from "../../dev/generate-schema";
import { onServer } from "../support/on-server";
import { createTestDatabase } from "../support/test-database";
import { readText } from "./sources";

const database = await createTestDatabase();
afterAll(() => database.drop());

test("schema.ts matches the migrated database", async () => {
  expect(await generateSchema(database.ownerUrl), "run `npm run schema`").toBe(
    readText("app/platform/schema.ts"),
  );
});

test("the list of functions names the current migration of each function", async () => {
  const described = await describeFunctions();
  expect(described, "run `npm run schema`").toBe(readText("docs/database-functions.md"));
  const { rows } = await onServer(database.ownerUrl, (client) =>
    client.query<{ name: string }>(`
      SELECT DISTINCT proname AS name FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND NOT EXISTS (
        SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')`),
  );
  // "…" stands for what a loop of the migration fills in.
  const listed = [...described.matchAll(/^- `([^`]+)`/gm)].map(
    ([, name = ""]) => new RegExp(`^${name.replaceAll("…", "[a-z0-9_]+")}$`),
  );
  const isListed = (name: string) => listed.some((pattern) => pattern.test(name));
  expect(rows.filter(({ name }) => !isListed(name))).toEqual([]);
});

test("the check detects an added column", async () => {
  await onServer(database.ownerUrl, (client) =>
    client.query("ALTER TABLE videos ADD COLUMN planted integer NOT NULL"),
  );
  expect(await generateSchema(database.ownerUrl)).toContain("planted: number");
});
