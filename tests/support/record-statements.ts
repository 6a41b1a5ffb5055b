/** Set up before each test file by `npm run record-statements`: notes what the product asks of PostgreSQL. */
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll } from "vitest";

const folder = process.env.SABIA_RECORD_STATEMENTS ?? "";
const found = new Set<string>();
const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;

function record(this: pg.Client, ...given: unknown[]): unknown {
  const [first] = given;
  const text = typeof first === "string" ? first : (first as { text?: unknown } | null)?.text;
  const { connectionParameters: settings } = this as unknown as {
    connectionParameters: { application_name?: string };
  };
  if (typeof text === "string" && settings.application_name === "sabia") found.add(text);
  return query.apply(this, given);
}
pg.Client.prototype.query = record as typeof pg.Client.prototype.query;

afterAll(() => {
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify([...found]));
});
