import type { Account, EntryReason } from "~/features/money/ledger/movement-position";
import { dayOf, startOfDay } from "~/i18n/days";
import type { Currency } from "~/i18n/money";

/** In São Paulo, such as "2026-10". */
export type Month = string;

/** The current month included. */
const monthsOffered = 24;

export function listAccountingMonths(now: Date): Month[] {
  const [year = 0, month = 1] = dayOf(now).split("-").map(Number);
  return Array.from({ length: monthsOffered }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

/** The last complete month if unknown. */
export function parseAccountingMonth(named: string | null, now: Date): Month {
  const months = listAccountingMonths(now);
  return months.find((month) => month === named) ?? months[1] ?? dayOf(now).slice(0, 7);
}

/** In São Paulo. */
export function boundsOfMonth(month: Month): { from: Date; to: Date } {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
  return { from: startOfDay(`${month}-01`), to: startOfDay(next) };
}

/** By reason, in cents; both amounts are positive. */
export interface MonthMovement {
  account: Account;
  reason: EntryReason;
  currency: Currency;
  debitCents: number;
  creditCents: number;
}

/** Neither sale, refund nor dispute. */
const besides: readonly EntryReason[] = ["payout", "return", "adjustment", "writeOff", "repayment"];
const adjusting: readonly EntryReason[] = ["adjustment", "writeOff", "repayment"];
const creators: readonly Account[] = ["creator", "creator_held"];
const platform: readonly Account[] = ["platform", "platform_held"];

/**
 * One currency, in cents. The commission and the creators' part add up to sales less refunds and disputes, as in a
 * creator's year; `resultCents` is the sum of the revenue and cost accounts.
 */
export function summariseMonth(movements: readonly MonthMovement[]) {
  const net = (accounts: readonly Account[], isCounted: (reason: EntryReason) => boolean) =>
    movements
      .filter(({ account, reason }) => accounts.includes(account) && isCounted(reason))
      .reduce((sum, { creditCents, debitCents }) => sum + creditCents - debitCents, 0);
  const any = () => true;
  const only =
    (...reasons: EntryReason[]) =>
    (reason: EntryReason) =>
      reasons.includes(reason);
  const isTrade = (reason: EntryReason) => !besides.includes(reason);
  const isAdjusting = (reason: EntryReason) => adjusting.includes(reason);
  // Avoids −0.
  const less = (cents: number) => 0 - cents;
  const shares = [...creators, ...platform];
  const grossCents = net(shares, only("sale"));
  const refundedCents = less(net(shares, only("refund")));
  const backCents = less(net(shares, (reason) => isTrade(reason) && reason !== "sale"));
  const duplicates = movements.filter(({ account }) => account === "buyer");
  return {
    grossCents,
    refundedCents,
    /** Lost in disputes, less what was won back. */
    disputedCents: backCents - refundedCents,
    netCents: grossCents - backCents,
    commissionCents: net(platform, isTrade),
    earnedCents: net(creators, isTrade),
    /** Double payments: received, and returned to buyers. */
    duplicateInCents: duplicates.reduce((sum, { creditCents }) => sum + creditCents, 0),
    duplicateOutCents: duplicates.reduce((sum, { debitCents }) => sum + debitCents, 0),
    /** Returned to buyers beyond their payments. */
    lossCents: less(net(["loss"], any)),
    saleFeesCents: less(net(["provider_fees"], (reason) => reason !== "movement")),
    disputeFeesCents: less(net(["dispute_fees"], any)),
    accountFeesCents: less(net(["provider_fees"], only("movement"))),
    toBankCents: less(net(["bank"], only("movement"))),
    fromBankToBuyersCents: net(["bank"], (reason) => reason !== "movement"),
    unexplainedCents: less(net(["unexplained"], any)),
    paidOutCents: net(["paid_out"], only("payout")),
    returnedCents: less(net(["paid_out"], only("return"))),
    repaidCents: less(net(["paid_out"], only("repayment"))),
    adjustedCents: net(creators, isAdjusting),
    adjustedByPlatformCents: less(net(["goodwill"], any)),
    resultCents: net([...platform, "goodwill", "provider_fees", "dispute_fees", "loss"], any),
  };
}

export type MonthSummary = ReturnType<typeof summariseMonth>;

export function sumByAccount(
  movements: readonly MonthMovement[],
): Map<Account, { debitCents: number; creditCents: number }> {
  const sums = new Map<Account, { debitCents: number; creditCents: number }>();
  for (const { account, debitCents, creditCents } of movements) {
    const sum = sums.get(account) ?? { debitCents: 0, creditCents: 0 };
    sums.set(account, {
      debitCents: sum.debitCents + debitCents,
      creditCents: sum.creditCents + creditCents,
    });
  }
  return sums;
}

/**
 * The ledger's accounts in an accountant's terms (docs/money.md, Chart of accounts). `bank` and `paid_out` are one bank
 * account, whose part paid to creators the ledger keeps per creator: a paid payout credits it.
 */
export const chartOfAccounts: Record<Account, { code: string; name: string }> = {
  provider: { code: "1.1.01", name: "Saldo na Stripe" },
  bank: { code: "1.1.02", name: "Banco" },
  paid_out: { code: "1.1.02", name: "Banco" },
  disputed: { code: "1.2.01", name: "Valores contestados na Stripe" },
  unexplained: { code: "1.9.01", name: "Movimentos da Stripe a esclarecer" },
  creator: { code: "2.1.01", name: "Criadores a pagar" },
  creator_held: { code: "2.1.02", name: "Criadores, retido por contestação" },
  in_transit: { code: "2.1.03", name: "Repasses em pagamento" },
  buyer: { code: "2.2.01", name: "Compradores a devolver" },
  platform: { code: "3.1.01", name: "Comissão da plataforma" },
  platform_held: { code: "3.1.02", name: "Comissão retida por contestação" },
  provider_fees: { code: "4.1.01", name: "Tarifas da Stripe" },
  dispute_fees: { code: "4.1.02", name: "Tarifas por contestações" },
  goodwill: { code: "4.3.01", name: "Cortesias e ajustes a criadores" },
  loss: { code: "4.2.01", name: "Perdas em contestações" },
};

export const histories: Record<EntryReason, string> = {
  sale: "Venda",
  refund: "Reembolso",
  dispute: "Contestação",
  fee: "Tarifa da Stripe",
  release: "Mudança da data de liberação",
  payout: "Repasse",
  return: "Repasse devolvido pelo banco",
  adjustment: "Ajuste de saldo",
  writeOff: "Perdão de saldo negativo",
  repayment: "Devolução do criador",
  movement: "Movimento da conta na Stripe",
};
