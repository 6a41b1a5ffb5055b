/** The application's role owns nothing: the database itself refuses changes to the ledger. */
import { describe, expect, test } from "vitest";
import { onServer } from "../../dev/postgres/on-server";
import { baseRows, ids } from "./base-rows";
import { openAsApplication } from "./refusals";

const { ownerUrl, client, refuse } = await openAsApplication();
await onServer(ownerUrl, (owner) => owner.query(baseRows));
const refusalOf = async (statements: string) => (await refuse(statements))?.code;

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const insufficientPrivilege = "42501";
const restrictViolation = "23001";
const checkViolation = "23514";

const entry = `INSERT INTO ledger_entries (reason, sale_id, created_at) VALUES ('fee', '${ids.booked}', now())`;
const lines = (of: string, cents: number[]) =>
  `INSERT INTO ledger_lines (entry_id, creator_id, account, currency, amount_cents, balance_after_cents, created_at)
   SELECT ${of}, '${ids.payee}', 'bank', 'BRL', cents, 0, now() FROM unnest(ARRAY[${cents.join()}]) AS cents`;
const newest = "(SELECT max(id) FROM ledger_entries)";

describe("the application's role is refused", () => {
  // What it has no right to change is in rights.txt.
  test.each([
    ["emptying the ledger", "TRUNCATE ledger_lines, ledger_entries"],
    ["emptying the audit log", "TRUNCATE audit_entries"],
    ["counting without a row", "SELECT run_count('creators', 1)"],
    ["disabling triggers", "ALTER TABLE ledger_lines DISABLE TRIGGER USER"],
    ["disabling one trigger", "ALTER TABLE ledger_entries DISABLE TRIGGER ledger_append_only"],
    ["dropping a trigger", "DROP TRIGGER ledger_append_only ON ledger_lines"],
    ["passing triggers by as a replica", "SET session_replication_role = replica"],
    ["replacing a trigger's function", "ALTER FUNCTION ledger_refuse_change() RENAME TO other"],
    ["dropping a constraint", "ALTER TABLE ledger_lines DROP CONSTRAINT ledger_lines_check"],
    ["a table beside the ledger's", "CREATE TABLE public.other (id int)"],
    ["turning line numbers back", "SELECT setval('ledger_lines_id_seq', 1)"],
  ])("%s", async (_, statement) => {
    expect(await refusalOf(statement)).toBe(insufficientPrivilege);
  });

  test("when it adds lines to an entry of another transaction, even if they sum to zero", async () => {
    expect(await refusalOf(lines("0", [1, -1]))).toBe(restrictViolation);
    await client.query(`BEGIN; ${entry}; COMMIT`);
    expect(await refusalOf(lines(newest, [1, -1]))).toBe(restrictViolation);
  });

  test("when it posts an entry that claims a future transaction", async () => {
    const forged = entry
      .replace("created_at)", "created_at, made_in, made_at)")
      .replace("now())", "now(), '999999', now())");
    await client.query(`BEGIN; ${forged}; COMMIT`);
    const { rows } = await client.query<{ made: string }>(
      "SELECT made_in::text AS made FROM ledger_entries ORDER BY id DESC LIMIT 1",
    );
    expect(rows[0]?.made).not.toBe("999999");
  });

  test("when it posts an unbalanced entry behind a temporary table of the ledger's name", async () => {
    const decoy = "CREATE TEMPORARY TABLE ledger_lines (entry_id bigint, currency text, amount_cents bigint)";
    const posted = lines(newest, [5]).replace("INTO ledger_lines", "INTO public.ledger_lines");
    const all = `${decoy}; ${entry}; ${posted}; SET CONSTRAINTS ALL IMMEDIATE`;
    expect(await refusalOf(all)).toBe(checkViolation);
  });
});

test("an entry with its lines is posted, in a savepoint too, and the balance follows", async () => {
  await client.query("BEGIN");
  await client.query(entry);
  await client.query("SAVEPOINT one");
  await client.query(lines(newest, [7, -7]));
  await client.query("RELEASE one");
  await client.query(lines(newest, [3, -3]));
  await client.query("COMMIT");
  const { rows } = await client.query(
    "SELECT balance_cents::int AS cents FROM ledger_balances WHERE account = 'bank' AND currency = 'BRL'",
  );
  expect(rows).toEqual([{ cents: 0 }]);
});

test("every table that refuses changes by a trigger grants none to the application", async () => {
  const { rows } = await client.query<{ name: string }>(`
    SELECT DISTINCT tgrelid::regclass::text AS name FROM pg_trigger
    JOIN pg_proc ON pg_proc.oid = tgfoid
    WHERE proname LIKE '%refuse_change' AND has_any_column_privilege(tgrelid, 'UPDATE')`);
  expect(rows).toEqual([]);
});

test("the application's role can run the job queue", async () => {
  await client.query("SELECT graphile_worker.add_job('sweep')");
  const { rows } = await client.query("SELECT task_identifier FROM graphile_worker.jobs");
  expect(rows).toEqual([{ task_identifier: "sweep" }]);
});
