/** What the application's role may do: as rights.txt lists, and no change of what is decided about money. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { applicationRole } from "../../dev/postgres/application-role";
import { onServer } from "../../dev/postgres/on-server";
import { listRights } from "../../dev/rights-table";
import { baseRows, ids } from "./base-rows";
import { openAsApplication } from "./refusals";

const { ownerUrl, client, refuse } = await openAsApplication();
await onServer(ownerUrl, (owner) => owner.query(baseRows));
const refusalOf = async (statements: string) => (await refuse(statements))?.code;

test("rights.txt is what the database grants: run `npm run rights`", async () => {
  const rights = await onServer(ownerUrl, (owner) => listRights(owner, applicationRole));
  expect(rights).toBe(readFileSync("tests/database/rights.txt", "utf8"));
});

const forbidden = "42501";
const frozen = "23001";
const paid = `UPDATE payouts SET status = 'paid', bank_reference = 'E1', decided_at = now(), decided_by = '${ids.clerk}'`;
const returned = `${paid}; UPDATE payouts SET status = 'returned', returned_at = now(), returned_by = '${ids.clerk}', return_reason = 'x'`;
const transfer = `INSERT INTO refunds (id, sale_id, amount_cents, status, channel, reason, pix_key)
  VALUES ('${ids.unknown}', '${ids.sale}', 5, 'requested', 'outside', 'admin', 'a@b.c')`;
const key = "UPDATE refunds SET pix_key = 'thief@b.c' WHERE channel = 'outside'";
const movement = `INSERT INTO provider_movements (id, provider_type, category, amount_cents, fee_cents, net_cents, currency, sale_id, created_at)
  VALUES ('txn_1', 'charge', 'charge', 50, 0, 50, 'BRL', '${ids.sale}', now())`;

describe("the database refuses the application's role", () => {
  // What it has no right to at all is in rights.txt.
  test.each([
    ["another key of a payout", "UPDATE payouts SET pix_key = 'thief@b.c'"],
    ["another payee of a payout", "UPDATE payouts SET payee_name = 'Thief'"],
    ["an erased payee of a payout that is to be paid", "UPDATE payouts SET payee_name = '—'"],
    ["another reference of a paid payout", `${paid}; UPDATE payouts SET bank_reference = 'E2'`],
    [
      "a paid payout to be paid again",
      `${paid}; UPDATE payouts SET status = 'prepared', bank_reference = NULL, decided_at = NULL, decided_by = NULL`,
    ],
    ["another administrator of a paid payout", `${paid}; UPDATE payouts SET decided_by = '${ids.owner}'`],
    ["another reason of a return", `${returned}; UPDATE payouts SET return_reason = 'y'`],
    [
      "another key of a sent refund",
      `${transfer}; UPDATE refunds SET status = 'succeeded', pix_key = NULL WHERE channel = 'outside'; ${key}`,
    ],
    [
      "another key while it is recorded as sent",
      `${transfer}; UPDATE refunds SET status = 'succeeded', pix_key = 'x@y.z' WHERE channel = 'outside'`,
    ],
    [
      "a sent refund to be sent again",
      `${transfer}; UPDATE refunds SET status = 'succeeded', pix_key = NULL WHERE channel = 'outside'; UPDATE refunds SET status = 'requested'`,
    ],
    ["an event rewritten", `UPDATE payment_events SET payload = '{"a":1}'`],
    ["another sale of a movement", `${movement}; UPDATE provider_movements SET sale_id = '${ids.booked}'`],
    [
      "a reconciliation rewritten",
      "UPDATE reconciliations SET finished_at = now(); UPDATE reconciliations SET checked = 5",
    ],
  ])("%s", async (_, statements) => {
    expect(await refusalOf(statements)).toBe(frozen);
  });

  test("a proof's result by its own function", async () => {
    expect(await refusalOf("SELECT ledger_end_proof(true, true, 0)")).toBe(forbidden);
  });
});

describe("the database permits the application's role", () => {
  test.each([
    ["a payout paid, and returned", returned],
    ["what an erasure leaves of a payee", `${paid}; UPDATE payouts SET payee_name = '—', pix_key = NULL`],
    ["a key corrected before the refund is sent", `${transfer}; ${key}`],
    [
      "a refund by hand recorded as sent, without its key",
      `${transfer}; UPDATE refunds SET status = 'succeeded', pix_key = NULL WHERE channel = 'outside'`,
    ],
    ["an event emptied", "UPDATE payment_events SET body = NULL, payload = '{}'"],
    [
      "a movement linked to its sale",
      `${movement.replace(`'${ids.sale}'`, "NULL")}; UPDATE provider_movements SET sale_id = '${ids.sale}'`,
    ],
  ])("%s", async (_, statements) => {
    expect(await refusalOf(statements)).toBeUndefined();
  });

  test("a correction of a Pix key, which it counts", async () => {
    await client.query(`BEGIN; ${transfer}; ${key}`);
    const { rows } = await client.query(
      "SELECT pix_key_changes AS changes FROM refunds WHERE channel = 'outside'",
    );
    await client.query("ROLLBACK");
    expect(rows).toEqual([{ changes: 1 }]);
  });
});
