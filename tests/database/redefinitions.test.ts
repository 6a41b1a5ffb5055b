/**
 * What each migration does to the functions, triggers, views, indexes and constraints before it. A migration that replaces a
 * function with a copy of an old definition loses what a later one added.
 */
import { randomBytes } from "node:crypto";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrations } from "../../migrations/index";
import type { Migrations } from "../../migrations/migrate";
import { onServer } from "../support/on-server";
import { createEmptyDatabase, type TestDatabase } from "../support/test-database";
import { listDifferences, listLosses, readSchemaCatalogue, type SchemaCatalogue } from "./schema-catalogue";

interface Step {
  name: string;
  before: SchemaCatalogue;
  after: SchemaCatalogue;
  reverted: SchemaCatalogue;
  repeated: SchemaCatalogue;
}

/** What `down` leaves or writes otherwise, by migration. Extensions stay: the database may have had them before. */
const notRestored: Record<string, string[]> = {
  "0006-search": ["extension pg_trgm"],
  // The same values in another order.
  "0028-ledger-proofs": ["constraint reconciliation_differences_what_check ON reconciliation_differences"],
  "0039-plain-search": ["extension fuzzystrmatch", "extension unaccent"],
};

/** What migrations take out of definitions, word by word. An entry here is a decision: read the old definition first. */
const takenOut: Record<string, Record<string, unknown>> = {
  "0025-events-as-received": { "column payment_events.payload": "NOT NULL" },
  "0026-ledger-guard": { "function run_count(text, bigint)": "PUBLIC EXECUTE BY" },
  "0028-ledger-proofs": {
    "constraint reconciliation_differences_what_check ON reconciliation_differences":
      "ANY ARRAY unknownSale unknownPayment text otherCheckout text otherAmount text unknownCheckout text missingAtProvider text refundNotSent text owedToBuyer text ledger text",
  },
  "0034-any-language": { "constraint refunds_requested_locale_check ON refunds": "ANY ARRAY pt en text" },
  "0035-provider-names": {
    "constraint disputes_reason_check ON disputes": "length 100",
    "constraint refunds_failure_check ON refunds": "length 500",
    // Renamed with their columns.
    "constraint sales_charge_id_key ON sales": "dropped",
    "constraint sales_checkout_session_id_key ON sales": "dropped",
    "constraint sales_payment_intent_id_key ON sales": "dropped",
    "index sales_charge_id_key": "dropped",
    "index sales_checkout_session_id_key": "dropped",
    "index sales_payment_intent_id_key": "dropped",
  },
  "0039-plain-search": { "index videos_title_trgm_idx": "title" },
  // Emptying is refused by a trigger of its own.
  "0056-privacy": { "trigger audit_append_only ON audit_entries": "OR TRUNCATE STATEMENT" },
  // The same payouts are found, each with a row for every account that differs.
  "0082-payout-violations": {
    "function ledger_prove(boolean)":
      "failed returned taken DISTINCT bigint bigint bigint 0 amount_cents 0 bigint amount_cents 0 bigint IS FROM",
    "view ledger_line_violations":
      "failed ROW taken IS DISTINCT FROM ROW ROW amount_cents payout amount_cents ROW 0 bigint 0 bigint 0 bigint",
  },
  // Every account instead of the creator's, by the positions of two views; the words of the former checks.
  "0097-ledger-proof-of-all-accounts": {
    "function ledger_prove(boolean)": expect.stringContaining("sound"),
    "view ledger_violations": expect.stringContaining("ledger_day_violations"),
  },
};

const steps: Step[] = [];
let database: TestDatabase;

beforeAll(async () => {
  database = await createEmptyDatabase(`sabia_walk_${randomBytes(6).toString("hex")}`);
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.url }) }),
  });
  await onServer(database.url, async (client) => {
    let before = await readSchemaCatalogue(client);
    for (const [name, { up, down, inTransaction }] of Object.entries(migrations as Migrations)) {
      const migrate = async (work: typeof up = async () => {}) => {
        if (inTransaction === false) await work(db);
        else await db.transaction().execute(work);
        return readSchemaCatalogue(client);
      };
      const after = await migrate(up);
      steps.push({ name, before, after, reverted: await migrate(down), repeated: await migrate(up) });
      before = after;
    }
  });
  await db.destroy();
}, 60_000);
afterAll(() => database.drop());

test("each migration's way back restores every definition", () => {
  const differences = steps.map(
    ({ name, before, reverted }) => [name, listDifferences(before, reverted).sort()] as const,
  );
  expect(Object.fromEntries(differences.filter(([, names]) => names.length > 0))).toEqual(notRestored);
});

test("each migration does the same after its way back", () => {
  expect(steps.flatMap(({ after, repeated }) => listDifferences(after, repeated))).toEqual([]);
});

test("what a migration takes out of a definition is written down", () => {
  const losses = steps.map(({ name, before, after }) => [name, listLosses(before, after)] as const);
  expect(Object.fromEntries(losses.filter(([, lost]) => Object.keys(lost).length > 0))).toEqual(takenOut);
});

test("a lost condition, attribute and object are found, a renamed view is not", () => {
  const before = {
    "function free(text)": "SECURITY DEFINER AS $$ WHILE is_taken(name) OR is_retired(name) LOOP $$",
    "trigger keep ON videos": "AFTER UPDATE",
    "view violations": "SELECT 1",
  };
  const after = {
    "function free(text)": "AS $$ WHILE is_taken(name) OR has_number(name) LOOP $$",
    "view line_violations": "SELECT 1",
    "view violations": "SELECT * FROM line_violations",
  };
  expect(listLosses(before, after)).toEqual({
    "function free(text)": "SECURITY DEFINER is_retired",
    "trigger keep ON videos": "dropped",
  });
});
