import type pg from "pg";

/** Those of searched texts: a million rows put into one of them take many minutes, making it anew takes seconds. */
export const searchIndexes = "indexdef LIKE '% USING gin %'";

/**
 * Takes indexes away while their tables are filled, and makes them again as the migrations made them: a tenth of the time.
 * `which` is a condition on `pg_indexes`.
 */
export async function withoutIndexes(
  client: pg.Client,
  which: string,
  fill: () => Promise<void>,
): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE ${which}`,
  );
  for (const { name } of indexes) await client.query(`DROP INDEX ${client.escapeIdentifier(name)}`);
  await fill();
  for (const { definition } of indexes) await client.query(definition);
}
