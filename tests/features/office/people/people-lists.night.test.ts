import { beforeAll, describe, expect, test } from "vitest";
import {
  listConsumers,
  listCreators,
  type PeopleQuery,
  peoplePerPage,
} from "~/features/office/people/people.queries.server";
import type { Db } from "~/platform/db.server";
import { onServer } from "../../../../dev/postgres/on-server";
import { readingOf } from "../../../support/query-plan";
import { ownerUrlOf } from "../../../support/test-database";
import { startTestWorld } from "../../../support/test-services";

const { services } = await startTestWorld();
const { db, pool } = services;
const count = 20_000;

/** People who share their names; one in two thousand has a rare one. */
beforeAll(async () => {
  // A separate connection: the product's cancels a statement after 15 seconds, and a busy machine may take longer.
  await onServer(ownerUrlOf(services.env.DATABASE_URL), async (client) => {
    await client.query(
      "INSERT INTO users (email) SELECT 'p-' || n || '@example.com' FROM generate_series(1, $1::int) AS n",
      [count],
    );
    const named = `SELECT id, (ARRAY['Ana', 'Bruno', 'João', 'Zélia'])[1 + n % 4] || ' Souza '
        || CASE n % 2000 WHEN 7 THEN 'Kalimba' WHEN 8 THEN '100%' ELSE 'Lima' END AS name, email, now() - n * interval '1 minute' AS at
      FROM (SELECT *, row_number() OVER (ORDER BY email)::int AS n FROM users) AS people`;
    await client.query(
      `INSERT INTO creator_profiles (user_id, full_name, email, country, created_at) SELECT id, name, email, 'Brasil', at FROM (${named}) AS p`,
    );
    await client.query(
      `INSERT INTO consumer_profiles (user_id, full_name, email, created_at) SELECT id, name, email, at FROM (${named}) AS p`,
    );
    // The tests' PostgreSQL flushes its log late, and VACUUM ignores commits that are not in it.
    await client.query("CHECKPOINT");
    await client.query("VACUUM ANALYZE creator_profiles, consumer_profiles");
  });
}, 300_000);

describe.each([
  ["creator_profiles", (db: Db, asked: PeopleQuery) => listCreators(db, asked, new Date())],
  ["consumer_profiles", listConsumers],
] as const)("the list of %s", (table, list) => {
  const readingOfList = (asked: Parameters<typeof list>[1]) =>
    readingOf(pool, table, (listening) => list(listening, asked));

  test.each([
    ["the first page", {}],
    [
      "a deep page",
      { after: { createdAt: new Date(Date.now() - 15_000 * 60_000), id: crypto.randomUUID() } },
    ],
  ])("%s is read newest first without extra rows", async (_, asked) => {
    expect(await readingOfList(asked)).toEqual({
      indexes: [`${table}_created_at_idx`],
      rows: peoplePerPage + 1,
    });
  });

  test("a common name is searched newest first until a page is full", async () => {
    const { indexes, rows } = await readingOfList({ search: "joão" });
    expect(indexes).toEqual([`${table}_created_at_idx`]);
    expect(rows).toBeLessThan(8 * peoplePerPage);
  });

  test.each([
    ["a rare name", "kalimba", 10],
    ["a name that is nowhere", "xyzzy", 0],
    ["an e-mail", "p-12345@", 1],
  ])("%s is found by its index", async (_, search, found) => {
    const { indexes, rows } = await readingOfList({ search });
    expect(indexes).toEqual([`${table}_search_idx`]);
    expect(rows).toBe(found);
  });

  test("names are found in any case, with or without accents, and wildcards are literal", async () => {
    const found = async (search: string) => (await list(db, { search })).rows.map((row) => row.full_name);
    for (const search of ["JOÃO SOUZA LIMA", "joao souza", "João"]) {
      const names = await found(search);
      expect(names).toHaveLength(peoplePerPage);
      expect(new Set(names).size).toBeLessThanOrEqual(3);
      expect(names.every((name) => name.startsWith("João"))).toBe(true);
    }
    expect(await found("zelia")).toHaveLength(peoplePerPage);
    expect((await found("100%")).length).toBe(10);
    expect(await found("Souza%Lima")).toEqual([]);
    expect(await found("jo")).toEqual([]);
  });
});
