import { sql } from "kysely";
import { expect, test } from "vitest";
import { findCreator } from "~/features/shop/creators/creators.queries.server";
import { addCreator } from "../../../support/rows";
import { openTestDatabase } from "../../../support/test-database";

const db = await openTestDatabase();

test("a handle derived from a name has a random suffix if all numbers of the name are taken", async () => {
  await sql`
      INSERT INTO creator_handles (handle)
      SELECT 'criador' UNION ALL SELECT 'criador-' || number FROM (
        SELECT generate_series(2, 20) UNION ALL SELECT generate_series(10000, 99999)
      ) AS numbers (number) ON CONFLICT DO NOTHING`.execute(db);
  const creator = await findCreator(db, await addCreator(db, "東京"));
  expect(creator?.handle).toMatch(/^criador-[0-9a-f]{12}$/);
});
