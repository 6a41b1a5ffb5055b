import { listAuditFindings, type Violation } from "~/features/money/ledger/ledger-proof.queries.server";
import { proveLedger } from "~/features/money/ledger/prove-ledger.server";
import { asFact, type SettledCheckout } from "~/features/orders/settlement/checkout-fact";
import { holdSaleMails } from "~/features/orders/settlement/rebuild-sale.queries.server";
import { settleSale } from "~/features/orders/settlement/settle-sale.server";
import type { Checkout, PaymentFact } from "~/integrations/payments/payments";
import type { Db } from "~/platform/db.server";
import type { Cursor } from "~/platform/keyset";
import type { Services } from "~/platform/services";
import { type Attempts, compareAccount, makeAttempts, noAmount } from "./compare-account.server";
import { decideLookBack, isOfAnotherShop, type LookBack, settledBefore } from "./difference-rules";
import {
  beginReconciliation,
  type Difference,
  failReconciliation,
  findFactSale,
  findLastReconciliation,
  findOldestUndecided,
  finishReconciliation,
  insertDifference,
  keepReconciliationLock,
  listOwedToBuyers,
  listUndecidedCheckouts,
  listUnseenSales,
  listUnsentRefunds,
  lockReconciliation,
  markReconciled,
  readTrace,
} from "./reconciliation.queries.server";

type Needs = Pick<Services, "db" | "payments" | "clock" | "log">;

/** Facts between keep-alives of the lock: a page of the provider's lists. */
const keptEvery = 100;

const olderPerPage = 100;

type Reconciled =
  | { ok: true; id: number; checked: number; repaired: number; differences: number }
  | { ok: false; error: "running" };

/**
 * Settles what lost webhooks left since the last run, and records every remaining difference with its reason; none
 * stops the others. Throws PaymentsUnavailable in an outage, with the run recorded as failed.
 */
export async function reconcile(services: Needs): Promise<Reconciled> {
  return services.db.transaction().execute(async (lock) => {
    if (!(await lockReconciliation(lock))) return { ok: false, error: "running" };
    return run(services, lock);
  });
}

/** `lock`: a transaction that only holds the lock. */
async function run(services: Needs, lock: Db): Promise<Reconciled> {
  const { db, clock } = services;
  const now = clock();
  const since = await findLookBack(services, now);
  const id = await beginReconciliation(db, { since: since.payments, now });
  try {
    return { ok: true, id, ...(await compare(services, { id, since, now, lock })) };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    await failReconciliation(db, { id, failure, now: clock() });
    throw error;
  }
}

async function compare(
  services: Needs,
  { id, since, now, lock }: { id: number; since: LookBack; now: Date; lock: Db },
) {
  const { db, payments, clock } = services;
  const run = { checked: 0, repaired: 0, differences: 0 };
  const note = async (difference: Difference) => {
    run.differences += 1;
    await insertDifference(db, id, difference);
  };
  const attempts = makeAttempts(note);
  const check = async (fact: SettledCheckout | PaymentFact) => {
    run.checked += 1;
    if (run.checked % keptEvery === 0) await keepReconciliationLock(lock);
    const about = () => describeFact(db, fact);
    await attempts.try(about, async () => {
      const result = await settle(services, fact, now);
      if (result.changed) run.repaired += 1;
      if (result.difference) await note(result.difference);
    });
  };
  const checkCheckout = async (checkout: Checkout) => {
    const fact = checkout.saleId ? asFact(checkout) : undefined;
    if (fact) await check(fact);
  };
  for await (const checkout of attempts.list(payments.listCheckouts, since.payments))
    await checkCheckout(checkout);
  for await (const sale of listOlderCheckouts(services, since.payments))
    await attempts.try(
      () => aboutSale("notSettled")(sale),
      async () => {
        const checkout = await payments.findCheckout(sale.checkoutId);
        if (checkout) await checkCheckout(checkout);
        else await note(aboutSale("unknownCheckout")(sale));
      },
    );
  for await (const charge of attempts.list(payments.listCharges, since.payments))
    if (charge.saleId) await check({ ...charge, kind: "charge" });
  for await (const refund of attempts.list(payments.listRefunds, since.refunds))
    await check({ ...refund, kind: "refund" });
  for await (const dispute of attempts.list(payments.listDisputes, since.disputes))
    await check({ ...dispute, kind: "dispute" });
  const account = await compareAccount(services, attempts);
  for (const difference of account.differences) await note(difference);
  await keepReconciliationLock(lock);
  for (const difference of await listOwnDifferences(services, attempts, since.payments, now))
    await note(difference);
  await keepReconciliationLock(lock);
  const { providerCents, expectedCents, ledgerCents } = account;
  await finishReconciliation(db, { ...run, id, providerCents, expectedCents, ledgerCents, now: clock() });
  return run;
}

async function findLookBack({ db }: Needs, now: Date): Promise<LookBack> {
  const [last, oldest] = [await findLastReconciliation(db), await findOldestUndecided(db)];
  return decideLookBack({
    now,
    lastRun: last?.started_at,
    oldestPendingRefund: oldest.refund,
    oldestOpenDispute: oldest.dispute,
  });
}

/** Undecided sales older than the list (a boleto's outlives it), by id. */
async function* listOlderCheckouts({ db }: Needs, before: Date) {
  let after: Cursor | undefined;
  do {
    const sales = await listUndecidedCheckouts(db, { before, after, limit: olderPerPage });
    yield* sales;
    after = sales.at(-1);
  } while (after);
}

/** Returns whether the sale changed, or the remaining difference. */
async function settle({ db, log }: Needs, fact: SettledCheckout | PaymentFact, now: Date) {
  const saleId = "saleId" in fact ? fact.saleId : undefined;
  const which = subjectOf(fact);
  return db.transaction().execute(async (trx) => {
    const before = await readTrace(trx, which);
    const settled = await settleSale(trx, fact, now);
    if (settled.ok) {
      if (saleId && "paid" in fact && fact.paid) await markReconciled(trx, saleId, now);
      if (saleId && settled.rebuilt) {
        await holdSaleMails(trx, { saleId, now });
        log.warn({ saleId, subject: nameOf(fact) }, "a sale was made again from its checkout");
      }
      return { changed: before !== (await readTrace(trx, which)), difference: undefined };
    }
    if (isOfAnotherShop(settled.error, { isKnownSale: before !== "" }))
      return { changed: false, difference: undefined };
    const difference: Difference = {
      what: settled.error,
      subject: nameOf(fact),
      saleId: before === "" ? null : (saleId ?? null),
      amountCents: fact.amountCents,
      currency: fact.currency,
    };
    return { changed: false, difference };
  });
}

function subjectOf(fact: SettledCheckout | PaymentFact): { saleId: string } | { paymentId: string } {
  return "saleId" in fact && fact.saleId ? { saleId: fact.saleId } : { paymentId: fact.paymentId ?? "" };
}

async function describeFact(db: Db, fact: SettledCheckout | PaymentFact): Promise<Difference> {
  return {
    what: "notSettled",
    subject: nameOf(fact),
    saleId: await findFactSale(db, subjectOf(fact)),
    amountCents: fact.amountCents,
    currency: fact.currency,
  };
}

function nameOf(fact: SettledCheckout | PaymentFact): string {
  switch (fact.kind) {
    case "charge":
      return fact.chargeId;
    case "refund":
      return fact.refundId;
    case "dispute":
      return fact.disputeId;
    default:
      return fact.checkoutId;
  }
}

function aboutSale(what: Difference["what"]) {
  return (sale: { id: string; amount_cents: number; currency: string }): Difference => ({
    what,
    subject: sale.id,
    saleId: sale.id,
    amountCents: sale.amount_cents,
    currency: sale.currency,
  });
}

/** Those that the provider's lists do not show. */
async function listOwnDifferences(
  services: Needs,
  attempts: Attempts,
  since: Date,
  now: Date,
): Promise<Difference[]> {
  const { db } = services;
  const before = settledBefore(now);
  const [unseen, unsent, owed] = [
    await listMissing(services, attempts, { from: since, to: before, run: now }),
    await listUnsentRefunds(db, before),
    await listOwedToBuyers(db),
  ];
  const violations: Violation[] = [];
  // A failed proof is recorded, too (`prove-ledger.server.ts`).
  await attempts.try(
    () => ({ what: "notSettled", subject: "ledger_prove", ...noAmount }),
    async () => {
      violations.push(...(await proveLedger(services)));
    },
  );
  violations.push(...(await listAuditFindings(db)));
  return [
    ...unseen.map(aboutSale("missingAtProvider")),
    ...owed.map(aboutSale("owedToBuyer")),
    ...unsent.map(({ id, sale_id, amount_cents, currency }) => ({
      what: "refundNotSent" as const,
      subject: id,
      saleId: sale_id,
      amountCents: amount_cents,
      currency,
    })),
    ...violations.map(({ what, id, off_by_cents }) => ({
      what: "ledger" as const,
      subject: `${what}: ${id}`,
      saleId: null,
      amountCents: Number(off_by_cents),
      currency: "BRL",
    })),
  ];
}

/** Paid sales unknown to the provider, by id: a boleto's checkout may be older than the lists. */
async function listMissing(
  { db, payments }: Needs,
  attempts: Attempts,
  span: Parameters<typeof listUnseenSales>[1],
) {
  const missing: Awaited<ReturnType<typeof listUnseenSales>> = [];
  for (const sale of await listUnseenSales(db, span))
    await attempts.try(
      () => aboutSale("notSettled")(sale),
      async () => {
        const checkout = sale.provider_checkout_id
          ? await payments.findCheckout(sale.provider_checkout_id)
          : undefined;
        if (checkout?.paid) await markReconciled(db, sale.id, span.run);
        else missing.push(sale);
      },
    );
  return missing;
}
