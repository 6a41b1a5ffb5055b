import type { Services } from "~/platform/services";
import { parseMovementCategory } from "./movement-category";
import {
  accountCurrency,
  findNewestMovementTime,
  listSalesOff,
  storeMovement,
  sumAccount,
} from "./provider-movements.queries.server";
import type { Difference } from "./reconciliation.queries.server";
import { resettle } from "./settle-sale.server";
import { lockSale } from "./settlement.queries.server";

type Needs = Pick<Services, "db" | "payments" | "clock">;

const dayMs = 24 * 60 * 60 * 1000;

/** Movements are read again as far back: one may be listed after a later one. */
const readAgainMs = 3 * dayMs;

/** How old a movement must be for the ledger to have it, too. */
const settledMs = 60 * 60 * 1000;

/** How often the account is read again where it moved meanwhile. */
const tries = 3;

export interface ComparedAccount {
  /** What the provider says that the account holds, in cents. */
  providerCents: number;
  /** What its movements add up to. */
  expectedCents: number;
  differences: Difference[];
}

/**
 * Reads the provider's movements since the newest that is stored, takes its fees from them, and compares: the account's
 * balance with the movements, and each sale's movements with the ledger. Throws PaymentsUnavailable when it is away.
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

/** Stores every movement since a moment, and settles the fees of the sales it is new for. Returns those of unknown types. */
async function readMovements({ db, payments, clock }: Needs, since: Date): Promise<Difference[]> {
  const unknown: Difference[] = [];
  for await (const movement of payments.listMovements(since)) {
    await db.transaction().execute(async (trx) => {
      const saleId = await storeMovement(trx, movement);
      if (saleId) {
        const sale = await lockSale(trx, { saleId });
        if (sale) await resettle(trx, sale, "fee", clock());
      }
      if (saleId === undefined || parseMovementCategory(movement.category)) return;
      unknown.push({
        what: "unknownMovement",
        subject: `${movement.movementId} ${movement.type} ${movement.category}`,
        saleId,
        amountCents: movement.netCents,
        currency: movement.currency,
      });
    });
  }
  return unknown;
}
