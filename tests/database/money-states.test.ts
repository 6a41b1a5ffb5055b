/**
 * What the application's role may not do about money, by any statement: bring a row into a decided state, change what is
 * settled, pay more or elsewhere than is owed, or decide without an entry of the audit log.
 */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setCheckout } from "~/features/orders/checkout/pending-sale.queries.server";
import { updateSettledSale } from "~/features/orders/settlement/settlement.queries.server";
import { openDatabase } from "~/platform/db.server";
import { addPayee, day, start } from "../features/money/payouts/payout-scene";
import { asOwner, withOwner } from "../support/as-owner";
import { addAdmin, addConsumer, addPreparedPayout, addSale, addVideo } from "../support/rows";
import { readRow, readRows } from "../support/tables";
import { openAsApplication } from "./refusals";

const { url, refuse } = await openAsApplication();
const { db } = openDatabase(url, () => {});
afterAll(() => db.destroy());

const [first, second] = [await addAdmin(db), await addAdmin(db)];
const [creator, other] = [await addPayee(db), await addPayee(db, "Caio Criador")];
const buyer = await addConsumer(db);
const sell = async (method: "card" | "boleto" = "card") =>
  addSale(db, {
    consumerId: await addConsumer(db),
    videoId: await addVideo(db, creator),
    method,
    now: new Date(start.getTime() - 30 * day),
  });
const [sale, twin] = [await sell(), await sell()];
const ids = { batch: "", payout: "", refund: randomUUID(), settled: randomUUID() };

beforeAll(async () => {
  for (const [id, name] of [
    [sale, "a"],
    [twin, "b"],
  ])
    await asOwner(
      db,
      `UPDATE sales SET provider_checkout_id = 'cs_${name}', provider_payment_id = 'pi_${name}',
        provider_charge_id = 'ch_${name}', provider_fee_cents = 100 WHERE id = '${id}'`,
    );
  const prepared = await addPreparedPayout(db, { creatorId: other, adminId: first });
  Object.assign(ids, { batch: prepared.batchId, payout: prepared.payoutId });
  await asOwner(
    db,
    `UPDATE two_people_settings SET required = true;
    INSERT INTO refunds (id, sale_id, amount_cents, status, channel, reason, provider_refund_id) VALUES
      ('${ids.settled}', '${sale}', 5, 'succeeded', 'provider', 'provider', 're_a');
    INSERT INTO refunds (id, sale_id, amount_cents, status, channel, reason, requested_by, no_key_reason) VALUES
      ('${ids.refund}', '${twin}', 5, 'requested', 'outside', 'admin', '${first}', 'x');
    INSERT INTO disputes (id, sale_id, amount_cents, status, reason, created_at) VALUES
      ('dp_lost', '${twin}', 5, 'lost', 'general', now())`,
  );
});

/** Returns the constraint that refuses the statements. */
async function refusalOf(statements: string): Promise<string | undefined> {
  const error = await refuse(`${statements}; SET CONSTRAINTS ALL IMMEDIATE`);
  return error?.constraint ?? error?.code;
}

const payout = (status: string, columns: Record<string, string> = {}) => {
  const decided = { decided_by: `'${second}'`, decided_at: "now()" };
  const reference = { bank_reference: "'E1'" };
  const values: Record<string, string> = {
    batch_id: `'${ids.batch}'`,
    creator_id: `'${creator}'`,
    amount_cents: "100",
    status: `'${status}'`,
    payee_name: "'Ana Criadora'",
    payment_method: "'pix'",
    pix_key: "'ana@pix.example'",
    created_at: "now()",
    ...(status === "prepared" ? {} : decided),
    ...(status === "paid" || status === "returned" ? reference : {}),
    ...(status === "failed" ? { failure: "'x'" } : {}),
    ...(status === "returned"
      ? { returned_at: "now()", returned_by: `'${second}'`, return_reason: "'x'" }
      : {}),
    ...columns,
  };
  return `INSERT INTO payouts (${Object.keys(values)}) VALUES (${Object.values(values)})`;
};
const refund = (status: string, columns: Record<string, string> = {}) => {
  const values: Record<string, string> = {
    sale_id: `'${sale}'`,
    amount_cents: "5",
    status: `'${status}'`,
    channel: "'outside'",
    reason: "'admin'",
    requested_by: `'${first}'`,
    no_key_reason: "'x'",
    ...(status === "returned" ? { returned_at: "now()", returned_by: `'${second}'` } : {}),
    ...columns,
  };
  return `INSERT INTO refunds (${Object.keys(values)}) VALUES (${Object.values(values)})`;
};
const recorded = (action: string, target: string, after: object = {}, actor = second) =>
  `INSERT INTO audit_entries (created_at, actor_id, actor_email, action, target_kind, target_id, target_label, after)
   VALUES (now(), '${actor}', 'a@b.c', '${action}', 'payout', '${target}', 'x', '${JSON.stringify(after)}')`;
const paid = () =>
  `UPDATE payouts SET status = 'paid', bank_reference = 'E1', decided_at = now(), decided_by = '${second}' WHERE id = '${ids.payout}'`;
const transferred = (by = second) =>
  `UPDATE refunds SET status = 'succeeded', settled_by = '${by}' WHERE id = '${ids.refund}'`;
const adjustment = (by: string, cents = 100, at = "now()") =>
  `INSERT INTO ledger_adjustments (id, creator_id, kind, amount_cents, reason, created_by, created_at)
   VALUES (gen_random_uuid(), '${creator}', 'credit', ${cents}, 'x', '${by}', ${at})`;
const credited = (by: string, cents = 100) =>
  `${adjustment(by, cents)}; ${recorded("balanceCredited", creator, { amountCents: cents }, by)}`;
const soldAtOnce = (column = "payment_method", value = "'pix'") =>
  `INSERT INTO sales (video_id, consumer_id, amount_cents, currency, platform_share_bp, platform_fee_cents,
     creator_earnings_cents, status, paid_at, completed_at, ${column})
   SELECT video_id, '${buyer}', 50, 'BRL', 1500, 8, 42, 'completed', now(), now(), ${value}
   FROM sales WHERE id = '${sale}'`;
const request = (by: string) =>
  `INSERT INTO second_person_requests (kind, account_id, adjustment_kind, amount_cents, reason, requested_by, created_at)
   VALUES ('adjustment', '${creator}', 'credit', 100, 'x', '${by}', now())`;

const refused: [what: string, statements: () => string, constraint: string][] = [
  ["a payout that is paid when it is added", () => payout("paid"), "payouts_states"],
  ["a payout that has failed when it is added", () => payout("failed"), "payouts_states"],
  ["a payout that was returned when it is added", () => payout("returned"), "payouts_states"],
  ["a bank refund that is sent when it is added", () => refund("succeeded"), "refunds_states"],
  ["a bank refund that has failed when it is added", () => refund("failed"), "refunds_states"],
  ["a bank refund that was returned when it is added", () => refund("returned"), "refunds_states"],
  [
    "a refund of the provider without its id",
    () => refund("succeeded", { channel: "'provider'", reason: "'provider'", requested_by: "NULL" }),
    "refunds_witness",
  ],
  ["a sale that is paid when it is added", () => soldAtOnce(), "sales_states"],
  [
    "a sale that is charged when it is added",
    () => soldAtOnce("provider_charge_id", "'ch_x'"),
    "sales_states",
  ],
  ["a failed payout that is paid", () => `${failed()}; ${paid()}`, "payouts_states"],
  [
    "a refund that goes from the provider to the bank after it was sent",
    () =>
      `UPDATE refunds SET channel = 'outside', provider_refund_id = NULL, no_key_reason = 'x' WHERE id = '${ids.settled}'`,
    "refunds_settled",
  ],
  ["a lost dispute that is open again", () => "UPDATE disputes SET status = 'open'", "disputes_states"],
  [
    "a request that is approved when it is added",
    () =>
      `INSERT INTO second_person_requests (kind, account_id, requested_by, created_at, status, decided_by, decided_at)
       VALUES ('grant', '${creator}', '${first}', now(), 'approved', '${second}', now())`,
    "second_person",
  ],
  [
    "a request by somebody else than an administrator",
    () => request(buyer),
    "second_person_requests_administrator",
  ],
  [
    "a bank refund requested in the name of somebody else than an administrator",
    () =>
      `${refund("requested", { requested_by: `'${buyer}'` })}; ${recorded("saleRefunded", sale, { amountCents: 5 }, buyer)}`,
    "refunds_requested_by",
  ],
  [
    "a bank refund as a withdrawal of somebody else than the buyer",
    () => refund("requested", { reason: "'withdrawal'", requested_by: `'${buyer}'` }),
    "refunds_requested_by",
  ],
  [
    "a bank refund as that of a second payment, which the sale is not",
    () => refund("requested", { reason: "'duplicate'", requested_by: "NULL" }),
    "refunds_requested_by",
  ],
  ["a bank refund without its audit entry", () => refund("requested"), "refunds_requested_by"],
  ["a batch by somebody else than an administrator", () => batch(buyer), "payout_batches_administrator"],
  ["a batch without its audit entry", () => batch(first), "payout_batches_audited"],
  ["a payout in an old batch", () => payout("prepared"), "payouts_audited"],
  ["a paid payout without its audit entry", paid, "payouts_audited"],
  [
    "a paid payout with an audit entry of another amount",
    () => `${paid()}; ${recorded("payoutPaid", ids.payout, { amountCents: 1 })}`,
    "payouts_audited",
  ],
  [
    "a paid payout with an audit entry of another person",
    () => `${paid()}; ${recorded("payoutPaid", ids.payout, { amountCents: 1_000 }, first)}`,
    "payouts_audited",
  ],
  ["a sent bank refund without its audit entry", () => transferred(), "refunds_audited"],
  ["a bank refund sent by who requested it", () => transferred(first), "second_person"],
  ["an adjustment without its audit entry", () => adjustment(first), "ledger_adjustments_audited"],
  [
    "an adjustment by somebody else than an administrator",
    () => credited(buyer),
    "ledger_adjustments_administrator",
  ],
  [
    "adjustments of several authors over the limit of one person",
    () => `${credited(first, 12_000)}; ${credited(second, 12_000)}`,
    "second_person",
  ],
  [
    "a payout of more than is owed",
    () => payout("prepared", { amount_cents: "99999999" }),
    "payouts_balance",
  ],
  [
    "a payout to another key",
    () => payout("prepared", { pix_key: "'thief@pix.example'" }),
    "payouts_destination",
  ],
  [
    "a payout to a bank account beside the creator's key",
    () => payout("prepared", { payment_method: "'bank'", pix_key: "NULL", bank_account_number: "'1'" }),
    "payouts_destination",
  ],
  [
    "a payout to a key that is held",
    () =>
      `INSERT INTO payout_details_changes (creator_id, replaced, chosen, changed_at, effective_at)
         SELECT user_id, to_jsonb(profile), '{}', now(), now() + interval '48 hours' FROM creator_profiles profile
         WHERE user_id = '${creator}';
       UPDATE creator_profiles SET pix_key = 'thief@pix.example' WHERE user_id = '${creator}';
       ${payout("prepared", { pix_key: "'thief@pix.example'" })}`,
    "payouts_destination",
  ],
  [
    "two paid sales whose payments are swapped",
    () => `UPDATE sales SET provider_payment_id = 'pi_x' WHERE id = '${sale}';
      UPDATE sales SET provider_payment_id = 'pi_a' WHERE id = '${twin}'`,
    "sales_settled",
  ],
  ...(
    [
      ["provider_checkout_id", "'cs_x'"],
      ["provider_payment_id", "NULL"],
      ["provider_charge_id", "'ch_x'"],
      ["paid_at", "paid_at - interval '40 days'"],
      ["completed_at", "now()"],
      ["payment_method", "'pix'"],
      ["provider_fee_cents", "0"],
    ] as const
  ).map(([column, value]): [string, () => string, string] => [
    `another ${column} of a paid sale`,
    () => `UPDATE sales SET ${column} = ${value} WHERE id = '${sale}'`,
    "sales_settled",
  ]),
  [
    "a paid sale that was never paid",
    () => `UPDATE sales SET paid_at = NULL, status = 'failed' WHERE id = '${sale}'`,
    "sales_settled",
  ],
  [
    "another id of a refund at the provider",
    () => `UPDATE refunds SET provider_refund_id = 're_b' WHERE id = '${ids.settled}'`,
    "refunds_settled",
  ],
  ["another payment of a sale", () => "UPDATE sales SET payment_id = gen_random_uuid()", "42501"],
  ["the ids of a payment", () => "UPDATE payments SET provider_payment_id = 'pi_x'", "42501"],
  [
    "a payment without a sale",
    () => "INSERT INTO payments (amount_cents, currency) VALUES (50, 'BRL')",
    "42501",
  ],
  ["a share of a sale", () => "UPDATE sale_shares SET amount_cents = 0", "42501"],
  ["a sale without its shares", () => "DELETE FROM sale_shares", "42501"],
  ["a state of money", () => "UPDATE money_states SET enters_from = enters_from || '{new}'", "42501"],
  ["another state of money", () => "INSERT INTO money_states SELECT * FROM money_states", "42501"],
];
const failed = () =>
  `UPDATE payouts SET status = 'failed', failure = 'x', decided_at = now(), decided_by = '${second}' WHERE id = '${ids.payout}'`;
const batch = (by: string) => `INSERT INTO payout_batches (created_by, created_at) VALUES ('${by}', now())`;

describe("the database refuses the application's role", () => {
  test.each(refused)("%s", async (_, statements, constraint) => {
    expect(await refusalOf(statements())).toBe(constraint);
  });
});

describe("the database permits the application's role, with the audit entry,", () => {
  test.each<[what: string, statements: () => string]>([
    ["a payout paid", () => `${paid()}; ${recorded("payoutPaid", ids.payout, { amountCents: 1_000 })}`],
    [
      "a payout of what is owed, in a batch of now",
      () => `${recorded("payoutsPrepared", ids.batch)}; ${payout("prepared")}`,
    ],
    ["a bank refund sent", () => `${transferred()}; ${recorded("refundEndedByHand", twin)}`],
    ["an adjustment within the limit", () => credited(first)],
    ["a request of an administrator", () => request(first)],
  ])("%s", async (_, statements) => {
    expect(await refusalOf(statements())).toBeUndefined();
  });
});

test("one entry of the audit log is no witness in a later transaction", async () => {
  await sql.raw(recorded("payoutPaid", ids.payout, { amountCents: 1_000 })).execute(db);
  expect(await refusalOf(paid())).toBe("payouts_audited");
});

describe("the payment of a sale and its shares are those of the sale", () => {
  const listDifferences = () => readRows(db, "order_violations");
  const rowsOf = async (id: string) => {
    const { payment_id, ...sale } = await readRow(db, "sales", { id });
    const payment = await readRow(db, "payments", { id: payment_id ?? "" });
    const shares = await readRows(db, "sale_shares", { sale_id: id });
    return { sale, payment, shares: shares.sort((a, b) => (a.party < b.party ? -1 : 1)) };
  };
  const mustAgree = async (id: string, ids: { checkout: string; payment?: string; charge?: string }) => {
    const { sale: row, payment, shares } = await rowsOf(id);
    expect(payment).toMatchObject({
      provider: "stripe",
      provider_checkout_id: ids.checkout,
      provider_payment_id: ids.payment ?? null,
      provider_charge_id: ids.charge ?? null,
      amount_cents: row.amount_cents,
      currency: row.currency,
      created_at: row.created_at,
    });
    expect(shares).toEqual([
      { sale_id: id, party: "creator", amount_cents: row.creator_earnings_cents },
      { sale_id: id, party: "platform", amount_cents: row.platform_fee_cents },
    ]);
    expect(await listDifferences()).toEqual([]);
  };
  const pending = async () =>
    addSale(db, {
      consumerId: await addConsumer(db),
      videoId: await addVideo(db, creator),
      status: "pending",
      checkoutId: randomUUID(),
      shareBp: 1_000,
    });

  test("when it is added", async () => {
    const id = await pending();
    const { sale: row } = await rowsOf(id);
    await mustAgree(id, { checkout: row.provider_checkout_id ?? "" });
  });

  test("when its checkout is replaced and it is settled", async () => {
    const id = await pending();
    await setCheckout(db, { saleId: id, checkoutId: "cs_later", url: "https://pay.example" });
    await mustAgree(id, { checkout: "cs_later" });
    await updateSettledSale(db, {
      id,
      status: "completed",
      checkoutId: "cs_later",
      paymentId: "pi_later",
      chargeId: "ch_later",
      paymentMethod: "card",
      providerFeeCents: 100,
      paidAt: start,
      completedAt: start,
      duplicate: false,
    });
    await mustAgree(id, { checkout: "cs_later", payment: "pi_later", charge: "ch_later" });
  });

  test("when it is made again from its checkout", async () => {
    const [id, videoId, consumerId] = [randomUUID(), await addVideo(db, creator), await addConsumer(db)];
    const again = (sale: string) =>
      sql`SELECT rebuild_sale(${sale}, ${videoId}, ${consumerId}, 4990, 'BRL', 1500, 'cs_again', 'Aula', now(), now())`.execute(
        db,
      );
    await again(id);
    await mustAgree(id, { checkout: "cs_again" });
    // A second one of the checkout leaves no payment behind.
    const before = await readRows(db, "payments");
    await again(randomUUID());
    expect(await readRows(db, "payments")).toHaveLength(before.length);
  });

  test("and both are deleted with the sale", async () => {
    const id = await pending();
    const { payment } = await rowsOf(id);
    await asOwner(db, `DELETE FROM sales WHERE id = '${id}'`);
    expect(await readRows(db, "payments", { id: payment.id })).toEqual([]);
    expect(await readRows(db, "sale_shares", { sale_id: id })).toEqual([]);
  });

  test.each([
    ["an id", "UPDATE payments SET provider_charge_id = 'ch_other'", "payment: differs from its sale"],
    ["an amount", "UPDATE payments SET amount_cents = 5000", "payment: differs from its sale"],
    ["a missing share", "DELETE FROM sale_shares WHERE party = 'creator'", "share: differs from its sale"],
  ])("or the audit names %s", async (_, statement, what) => {
    const id = await pending();
    const { payment } = await rowsOf(id);
    const where = statement.startsWith("UPDATE") ? ` WHERE id = '${payment.id}'` : ` AND sale_id = '${id}'`;
    await expect(
      withOwner(db, (owner) =>
        owner.transaction().execute(async (trx) => {
          await sql.raw(statement + where).execute(trx);
          const { rows } = await sql<{ what: string; id: string }>`
            SELECT what, id FROM ledger_audit()`.execute(trx);
          throw new Error(rows.map((row) => `${row.what} ${row.id}`).join());
        }),
      ),
    ).rejects.toThrow(`audit: ${what} ${id}`);
  });
});
