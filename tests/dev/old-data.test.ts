import { afterAll, expect, test } from "vitest";
import { explainOldData } from "../../dev/old-data";
import { migrateToLatest } from "../../migrations/migrate";
import { onServer } from "../support/on-server";
import { createTestDatabase } from "../support/test-database";

const database = await createTestDatabase();
afterAll(() => database.drop());

test("the start with data of another version's migrations names the folder to remove", async () => {
  await onServer(database.ownerUrl, (client) =>
    client.query("UPDATE kysely_migration SET name = '0005-orders' WHERE name = '0005-video-files'"),
  );
  const refused = await migrateToLatest(database.ownerUrl).catch((error: unknown) =>
    explainOldData(error, ".data"),
  );
  expect(refused).toMatchObject({
    message: expect.stringMatching(/^The data in \.data .* Remove that folder/),
  });
});

test("another failure of a migration is shown as it is", () => {
  const error = new Error("canceling statement due to lock timeout");
  expect(explainOldData(error, ".data")).toBe(error);
});
