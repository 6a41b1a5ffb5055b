/** Every column that can hold what a person writes says in its comment which kind of personal data it is, or none. */
import { afterAll, expect, test } from "vitest";
import { sections } from "~/features/entrance/privacy/data-download.queries.server";
import { dataKinds } from "~/features/entrance/privacy/data-kinds";
import { type ClassifiedColumn, isPersonal, listClassifiedColumns } from "../../dev/classified-columns";
import { onServer } from "../../dev/postgres/on-server";
import { createTestDatabase } from "../support/test-database";

const database = await createTestDatabase();
afterAll(() => database.drop());

async function listColumns(): Promise<ClassifiedColumn[]> {
  return onServer(database.ownerUrl, async (client) => (await client.query(listClassifiedColumns)).rows);
}

test("every column says its kind, and only kinds that are described", async () => {
  const columns = await listColumns();
  const nameOf = ({ table, column }: ClassifiedColumn) => `${table}.${column}`;
  expect(columns.filter(isPersonal).length).toBeGreaterThan(250);
  expect(columns.filter(({ undecided }) => undecided).map(nameOf)).toEqual([]);
  const unknown = columns.filter((column) => isPersonal(column) && !(`${column.kind}` in dataKinds));
  expect(unknown.map(nameOf)).toEqual([]);
});

test.each(["text", "jsonb", "bytea", "inet", "text[]"])(
  "the classification detects an added column of type %s, and a kind that nobody described",
  async (type) => {
    await onServer(database.ownerUrl, (client) =>
      client.query(`ALTER TABLE videos DROP IF EXISTS planted, ADD planted ${type}`),
    );
    const planted = async () => (await listColumns()).find(({ column }) => column === "planted");
    expect(await planted()).toMatchObject({ kind: null, undecided: true });
    await onServer(database.ownerUrl, (client) =>
      client.query("COMMENT ON COLUMN videos.planted IS 'data: gossip. Said of somebody.'"),
    );
    expect(await planted()).toMatchObject({ kind: "gossip", undecided: false });
  },
);

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

test("every table with personal data is in the download, or named here", async () => {
  const withPersonal = new Set((await listColumns()).filter(isPersonal).map(({ table }) => table));
  const downloaded = new Set<string>(sections.map(({ table }) => table));
  expect([...withPersonal].filter((table) => !downloaded.has(table)).sort()).toEqual(notDownloaded);
});

test("no download contains a credential", async () => {
  const secret = /(^|_)(hash|secret|public_key|token|handle|key)$/;
  const shown = ["creator_handles.handle", "creator_profiles.handle"];
  const notSecret = /\.(pix_key|portrait_key|preview_key)$/;
  const columns = (await listColumns()).map(({ table, column }) => `${table}.${column}`);
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
