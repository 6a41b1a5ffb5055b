import {
  accountCurrency,
  findNewestMovementTime,
  listSalesOff,
  storeMovement,
  sumAccount,
} from "~/features/orders/settlement/provider-movements.queries.server";
import { resettle } from "~/features/orders/settlement/settle-sale.server";
import { lockSale } from "~/features/orders/settlement/settlement.queries.server";
import type { Services } from "~/platform/services";
import type { Difference } from "./reconciliation.queries.server";

type Needs = Pick<Services, "db" | "payments" | "clock">;

const dayMs = 24 * 60 * 60 * 1000;

/** How far back movements are read again: one may be listed after a later one. */
const readAgainMs = 3 * dayMs;

/** The age from which the ledger must have a movement, too. */
const settledMs = 60 * 60 * 1000;

/** Reads of the account: it may change in between. */
const tries = 3;

export interface ComparedAccount {
  /** The account's balance at the provider, in cents. */
  providerCents: number;
  /** The sum of its movements, in cents. */
  expectedCents: number;
  differences: Difference[];
}

/**
 * Reads the provider's movements since the newest stored one, settles the fees of their sales, and compares the account's
 * balance with the movements, and each sale's movements with the ledger. Throws PaymentsUnavailable in an outage.
 */
export async function compareAccount(services: Needs): Promise<ComparedAccount> {
  const { db, payments, clock } = services;
  const newest = await findNewestMovementTime(db);
  const since = newest ? new Date(newest.getTime() - readAgainMs) : new Date(0);
  const unknown = await readMovements(services, since);
  let providerCents = await payments.findBalance(accountCurrency);
  let { movementsCents } = await sumAccount(db);
  for (let attempt = 1; attempt < tries && providerCents !== movementsCents; attempt += 1) {
    unknown.push(...(await readMovements(services, since)));
    providerCents = await payments.findBalance(accountCurrency);
    ({ movementsCents } = await sumAccount(db));
  }
  const off = await listSalesOff(db, { since, before: new Date(clock().getTime() - settledMs) });
  const balance: Difference = {
    what: "providerBalance",
    subject: `${accountCurrency} ${providerCents} / ${movementsCents}`,
    saleId: null,
    amountCents: providerCents - movementsCents,
    currency: accountCurrency,
  };
  return {
    providerCents,
    expectedCents: movementsCents,
    differences: [
      ...(balance.amountCents === 0 ? [] : [balance]),
      ...off.map(({ sale_id, currency, off_cents }) => ({
        what: "providerSale" as const,
        subject: sale_id,
        saleId: sale_id,
        amountCents: off_cents,
        currency,
      })),
      ...unknown,
    ],
  };
}

/** Stores the movements since a moment and settles the sales of new ones. Returns those of an unknown category. */
async function readMovements({ db, payments, clock }: Needs, since: Date): Promise<Difference[]> {
  const unknown: Difference[] = [];
  for await (const movement of payments.listMovements(since)) {
    await db.transaction().execute(async (trx) => {
      const saleId = await storeMovement(trx, movement);
      if (saleId) {
        const sale = await lockSale(trx, { saleId });
        if (sale) await resettle(trx, sale, "fee", clock());
      }
      if (saleId === undefined || movement.category !== "other") return;
      unknown.push({
        what: "unknownMovement",
        subject: `${movement.movementId} ${movement.providerType}`,
        saleId,
        amountCents: movement.netCents,
        currency: movement.currency,
      });
    });
  }
  return unknown;
}
