import {
  type AccountSums,
  accountCurrency,
  findNewestMovementTime,
  listAllOff,
  listSalesOff,
  sumAccount,
} from "~/features/orders/settlement/provider-movements.queries.server";
import { listEarlierMovements, settleMovement } from "~/features/orders/settlement/settle-movements.server";
import { dayMs } from "~/i18n/days";
import { PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import type { Services } from "~/platform/services";
import { isBalanceOff, isLedgerOff, isUnknownMovement, kindOfEntry, settledBefore } from "./difference-rules";
import type { Difference } from "./reconciliation.queries.server";

type Needs = Pick<Services, "db" | "payments" | "clock">;

/** Reads movements again: the provider may list one after a later one. */
const readAgainMs = 3 * dayMs;

const tries = 3;

/** In cents: at the provider, the sum of its movements, and in the ledger. */
interface ComparedAccount {
  providerCents: number;
  expectedCents: number;
  ledgerCents: number;
  differences: Difference[];
}

/**
 * Posts movements since the newest stored one, and compares the balance with the movements, and these with the ledger,
 * naming each sale and movement that differs. `attempts` notes movements that cannot be stored or posted. Throws
 * PaymentsUnavailable in an outage.
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
  const account = balances.find(({ currency }) => currency === accountCurrency);
  return {
    providerCents: account?.providerCents ?? 0,
    expectedCents: account?.movementsCents ?? 0,
    ledgerCents: account?.ledgerCents ?? 0,
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

type Balance = AccountSums & { providerCents: number };

async function readBalances({ db, payments }: Needs): Promise<Balance[]> {
  const balances: Balance[] = [];
  for (const sums of await sumAccount(db))
    balances.push({ ...sums, providerCents: await payments.findBalance(sums.currency) });
  return balances;
}

/** Returns movements of unknown categories. */
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

/** With more, the cause is no single row: the run fails. */
const maxFailures = 200;

export const noAmount = { saleId: null, amountCents: 0, currency: "BRL" } as const;

/** Calls `onUnreadable` with the id of an object that it cannot parse. */
type List<Item> = (since: Date, onUnreadable: (id: string) => void) => AsyncIterable<Item>;

export interface Attempts {
  /** Notes the difference with the reason if the step fails. */
  try(about: () => Difference | Promise<Difference>, step: () => Promise<void>): Promise<void>;
  /** Yields what can be parsed, and notes the rest. */
  list<Item>(read: List<Item>, since: Date): AsyncGenerator<Item, void>;
}

/** Throws outages, errors of `note`, and the last error of too many failures. */
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
        // "failing" also means a single object that cannot be parsed.
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
