import { dayMs } from "~/features/base/money/days";
import {
  type AccountSums,
  accountCurrency,
  findNewestMovementTime,
  listAllOff,
  listSalesOff,
  sumAccount,
} from "~/features/orders/settlement/provider-movements.queries.server";
import { listEarlierMovements, settleMovement } from "~/features/orders/settlement/settle-movements.server";
import { PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import type { Services } from "~/platform/services";
import { isBalanceOff, isLedgerOff, isUnknownMovement, kindOfEntry, settledBefore } from "./difference-rules";
import type { Difference } from "./reconciliation.queries.server";

type Needs = Pick<Services, "db" | "payments" | "clock">;

/** How far back movements are read again: the provider may list one after a later one. */
const readAgainMs = 3 * dayMs;

/** Reads of the account: it may change in between. */
const tries = 3;

interface ComparedAccount {
  /** The account's balance at the provider, in cents. */
  providerCents: number;
  /** The sum of its movements, in cents. */
  expectedCents: number;
  /** The ledger's balance at the provider, in cents. */
  ledgerCents: number;
  differences: Difference[];
}

/**
 * Reads the provider's movements since the newest stored one, posts them, and compares the account's balance with the
 * movements, and these with what the ledger has with the provider: each sale and movement that differs is named. Throws
 * PaymentsUnavailable in an outage.
 * @param attempts notes each movement that cannot be stored or posted
 */
export async function compareAccount(services: Needs, attempts: Attempts): Promise<ComparedAccount> {
  const { db, clock } = services;
  const newest = await findNewestMovementTime(db);
  const since = newest ? new Date(newest.getTime() - readAgainMs) : new Date(0);
  const unknown = await readMovements(services, attempts, since);
  for (const { movementId, settle } of await listEarlierMovements(services))
    await attempts.try(() => ({ what: "notSettled", subject: movementId, ...noAmount }), settle);
  let balances = await readBalances(services);
  for (let attempt = 1; attempt < tries && balances.some(isBalanceOff); attempt += 1) {
    unknown.push(...(await readMovements(services, attempts, since)));
    balances = await readBalances(services);
  }
  const before = settledBefore(clock());
  const off = balances.some(isLedgerOff)
    ? await listAllOff(db, before)
    : (await listSalesOff(db, { since, before })).map((sale) => ({ ...sale, id: sale.sale_id }));
  const own = balances.find(({ currency }) => currency === accountCurrency);
  return {
    providerCents: own?.providerCents ?? 0,
    expectedCents: own?.movementsCents ?? 0,
    ledgerCents: own?.ledgerCents ?? 0,
    differences: [
      ...balances.filter(isBalanceOff).map(({ currency, providerCents, movementsCents }) => ({
        what: "providerBalance" as const,
        subject: `${currency} ${providerCents} / ${movementsCents}`,
        saleId: null,
        amountCents: providerCents - movementsCents,
        currency,
      })),
      ...off.map(({ sale_id, id, currency, off_cents }) => ({
        what: kindOfEntry(sale_id),
        subject: id,
        saleId: sale_id,
        amountCents: off_cents,
        currency,
      })),
      ...unknown,
    ],
  };
}

interface Balance extends AccountSums {
  /** The account's balance at the provider, in cents. */
  providerCents: number;
}

async function readBalances({ db, payments }: Needs): Promise<Balance[]> {
  const balances: Balance[] = [];
  for (const sums of await sumAccount(db))
    balances.push({ ...sums, providerCents: await payments.findBalance(sums.currency) });
  return balances;
}

/** Stores and posts the movements since a moment. Returns those of an unknown category. */
async function readMovements(services: Needs, attempts: Attempts, since: Date): Promise<Difference[]> {
  const unknown: Difference[] = [];
  for await (const movement of attempts.list(services.payments.listMovements, since)) {
    const { movementId, providerType, netCents: amountCents, currency } = movement;
    await attempts.try(
      () => ({ what: "notSettled", subject: movementId, saleId: null, amountCents, currency }),
      async () => {
        const saleId = await settleMovement(services, movement);
        if (saleId === undefined || !isUnknownMovement(movement)) return;
        const subject = `${movementId} ${providerType}`;
        unknown.push({ what: "unknownMovement", subject, saleId, amountCents, currency });
      },
    );
  }
  return unknown;
}

/** Failures of one run after which the cause is no single row: the run fails then. */
const maxFailures = 200;

/** A difference about nothing that has an amount or a sale. */
export const noAmount = { saleId: null, amountCents: 0, currency: "BRL" } as const;

/** Reads a list of the provider. Calls `onUnreadable` with the id of each object that it cannot parse. */
type List<Item> = (since: Date, onUnreadable: (id: string) => void) => AsyncIterable<Item>;

export interface Attempts {
  /** Runs one step of the run. If it fails, notes the difference with the reason. */
  try(about: () => Difference | Promise<Difference>, step: () => Promise<void>): Promise<void>;
  /** Yields what can be parsed of a list, and notes the rest. */
  list<Item>(read: List<Item>, since: Date): AsyncGenerator<Item, void>;
}

/**
 * Lets a run go on past what fails. Throws an outage of the provider, what `note` throws, such as in an outage of the
 * database, and the error of the last of too many failures.
 */
export function makeAttempts(note: (difference: Difference) => Promise<void>): Attempts {
  let failures = 0;
  const fail = async (difference: Difference, error: unknown) => {
    failures += 1;
    if (failures > maxFailures) throw error;
    await note({ ...difference, reason: error instanceof Error ? error.message : String(error) });
  };
  return {
    async try(about, step) {
      try {
        await step();
      } catch (error) {
        // A single object that cannot be parsed is "failing" too.
        if (error instanceof PaymentsUnavailable && error.reason !== "failing") throw error;
        await fail(await about(), error);
      }
    },
    async *list(read, since) {
      const unreadable: string[] = [];
      const noteUnreadable = async () => {
        for (const id of unreadable.splice(0))
          await fail({ what: "notSettled", subject: id, ...noAmount }, new Error("unknown format"));
      };
      for await (const item of read(since, (id) => unreadable.push(id))) {
        await noteUnreadable();
        yield item;
      }
      await noteUnreadable();
    },
  };
}
