/** The rank by which the database sorts the order "best rated" is that of the pure rule. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { ratingRank } from "~/features/shop/catalog/show-related.server";
import { openTestDatabase } from "../../../support/test-database";

const db = await openTestDatabase();

test.each([
  [0, 0],
  [1, 1],
  [1, 5],
  [3, 13],
  [7, 34],
  [120, 571],
  [400_000_000, 2_000_000_000],
])("the database ranks %i reviews of %i stars together as the rule does", async (reviews, total) => {
  const { rows } = await sql<{ rank: number }>`
    SELECT rating_rank_of(${reviews}::integer, ${total}::integer) AS rank`.execute(db);
  expect(rows).toEqual([{ rank: ratingRank(reviews, total) }]);
});
