/** Every column of the database is either personal data with a kind, or listed as not personal. */
import { afterAll, expect, test } from "vitest";
import { classifiedColumns } from "~/features/entrance/privacy/column-classification";
import { sections } from "~/features/entrance/privacy/downloaded-data.queries.server";
import { onServer } from "../support/on-server";
import { createTestDatabase } from "../support/test-database";

const database = await createTestDatabase();
afterAll(() => database.drop());

async function listColumns(): Promise<string[]> {
  const { rows } = await onServer(database.ownerUrl, (client) =>
    client.query<{ name: string }>(`
      SELECT table_name || '.' || column_name AS name
      FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT LIKE 'kysely_%'`),
  );
  return rows.map(({ name }) => name).sort();
}

const classified = Object.entries(classifiedColumns).flatMap(([table, { personal = {}, other }]) =>
  [...Object.keys(personal), ...other].map((column) => `${table}.${column}`),
);

test("every column is classified in column-classification.ts, once", async () => {
  const columns = await listColumns();
  expect(columns.length).toBeGreaterThan(200);
  expect([...classified].sort()).toEqual(columns);
});

test("the classification detects an added column", async () => {
  await onServer(database.ownerUrl, (client) =>
    client.query("ALTER TABLE videos ADD COLUMN planted integer"),
  );
  expect((await listColumns()).filter((column) => !classified.includes(column))).toEqual(["videos.planted"]);
});

/** Rows that are not in a download: about the person only through another table, or counters that expire. */
const notDownloaded = [
  "admin_grants",
  "creator_students",
  "declined_invitations",
  "ledger_proved_balances",
  "passkey_challenges",
  "payout_batches",
  "rate_limits",
  "recovery_codes",
  "release_rules",
  "retired_handles",
  "second_factor_removals",
  "share_pictures",
  "smallest_payouts",
  "undo_links",
  "unfinished_sign_ins",
];

test("every table with personal data is in the download, or named here", () => {
  const withPersonal = Object.entries(classifiedColumns)
    .filter(([, { personal = {} }]) => Object.keys(personal).length > 0)
    .map(([table]) => table);
  const downloaded = new Set<string>(sections.map(({ table }) => table));
  expect(withPersonal.filter((table) => !downloaded.has(table)).sort()).toEqual(notDownloaded);
});

test("no download contains a credential", async () => {
  const secret = /(^|_)(hash|secret|public_key|token|handle|key)$/;
  const shown = ["creator_handles.handle", "creator_profiles.handle"];
  const notSecret = /\.(pix_key|portrait_key|preview_key)$/;
  const columns = await listColumns();
  const letsIn = sections.flatMap(({ table, without = [], only }) =>
    columns
      .filter((name) => name.startsWith(`${table}.`) && secret.test(name))
      .filter((name) => !shown.includes(name) && !notSecret.test(name))
      .filter((name) => {
        const column = name.slice(table.length + 1);
        return only ? only.includes(column) : !without.includes(column);
      }),
  );
  expect(letsIn).toEqual([]);
});
