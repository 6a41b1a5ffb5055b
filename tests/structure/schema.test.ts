import { afterAll, expect, test } from "vitest";
import { generateSchema } from "../../dev/generate-schema";
import { onServer } from "../../dev/postgres/on-server";
import { createTestDatabase } from "../support/test-database";
import { readText } from "./sources";

const database = await createTestDatabase();
afterAll(() => database.drop());

test("schema.ts matches the migrated database", async () => {
  expect(await generateSchema(database.ownerUrl), "run `npm run schema`").toBe(
    readText("app/platform/schema.ts"),
  );
});

test("the check detects an added column", async () => {
  await onServer(database.ownerUrl, (client) =>
    client.query("ALTER TABLE videos ADD COLUMN planted integer NOT NULL"),
  );
  expect(await generateSchema(database.ownerUrl)).toContain("planted: number");
});
