import type { Account, EntryReason, Posting } from "./movement-position";
import type { Releases } from "./release-rules";
import { decidePostings, decideSalePosition, releaseLines } from "./sale-postings";
import type { DisputeStatus, RefundStatus, SaleMoney } from "./sale-status";

/** Accounts of Stripe's fee on the payment, which is posted separately. */
const feeAccounts: readonly Account[] = ["provider", "provider_fees"];

interface DatedRefund {
  amountCents: number;
  channel: "provider" | "outside";
  status: RefundStatus;
  createdAt: Date;
  /** When it failed or was returned; null while unknown. */
  undoneAt: Date | null;
}

interface DatedDispute {
  amountCents: number;
  status: DisputeStatus;
  createdAt: Date;
  /** Null for a status that it skipped, or while unknown. */
  openedAt: Date | null;
  lostAt: Date | null;
  releasedAt: Date | null;
}

export interface DatedFee {
  cents: number;
  at: Date;
}

interface DatedFacts {
  refunds: readonly DatedRefund[];
  disputes: readonly DatedDispute[];
  disputeFees: readonly DatedFee[];
}

type TradeReason = Extract<EntryReason, "sale" | "refund" | "dispute">;

/** Change by one kind of fact on one day, without Stripe's fee on the payment. */
export interface TradeDay {
  reason: TradeReason;
  /** In São Paulo. */
  day: string;
  at: Date;
  cents: Map<Account, number>;
}

interface Step {
  reason: TradeReason;
  at: number;
  apply: () => void;
}

/**
 * What the ledger must have of a sale on each day, by the provider's dates, whatever order the facts came in. Without a
 * date, the day of the refund or dispute counts, so a refund of which only the failure is known changes nothing.
 * Nothing is dated before `paidAt`.
 */
export function decideTimeline(
  sale: SaleMoney,
  { refunds, disputes, disputeFees }: DatedFacts,
  paidAt: Date,
): TradeDay[] {
  const steps: Step[] = [];
  const standing = {
    refunds: new Map<DatedRefund, RefundStatus>(),
    disputes: new Map<DatedDispute, DisputeStatus>(),
    feeCents: 0,
  };
  for (const refund of refunds) {
    const { status, createdAt, undoneAt } = refund;
    const at = Math.max(createdAt.getTime(), paidAt.getTime());
    steps.push({ reason: "refund", at, apply: () => standing.refunds.set(refund, "requested") });
    if (status === "failed" || status === "returned")
      steps.push({
        reason: "refund",
        at: Math.max(at, undoneAt?.getTime() ?? at),
        apply: () => standing.refunds.delete(refund),
      });
  }
  for (const dispute of disputes) {
    const { status, createdAt, openedAt, lostAt, releasedAt } = dispute;
    let at = paidAt.getTime();
    for (const [next, known] of [
      ["open", openedAt],
      ["lost", lostAt],
      ["released", releasedAt],
    ] as const) {
      const date = known ?? (status === next ? createdAt : undefined);
      if (!date) continue;
      at = Math.max(at, date.getTime());
      steps.push({ reason: "dispute", at, apply: () => standing.disputes.set(dispute, next) });
    }
  }
  for (const { cents, at } of disputeFees)
    steps.push({
      reason: "dispute",
      at: Math.max(at.getTime(), paidAt.getTime()),
      apply: () => {
        standing.feeCents += cents;
      },
    });
  steps.sort((a, b) => a.at - b.at);
  const days = new Map<string, TradeDay>();
  let before: Posting[] = [];
  const first: Step = { reason: "sale", at: paidAt.getTime(), apply: () => {} };
  for (const { reason, at, apply } of [first, ...steps]) {
    apply();
    const money = {
      ...sale,
      providerFeeCents: standing.feeCents,
      disputeFeeCents: standing.feeCents,
      refunds: [...standing.refunds].map(([refund, status]) => ({ ...refund, status })),
      disputes: [...standing.disputes].map(([dispute, status]) => ({ ...dispute, status })),
    };
    const position = decideSalePosition(money, { at: paidAt });
    const day = dayInSaoPaulo(at);
    const key = `${reason} ${day}`;
    const known = days.get(key) ?? { reason, day, at: new Date(at), cents: new Map<Account, number>() };
    days.set(key, known);
    for (const { account, cents } of decidePostings(position, before)) add(known.cents, account, cents);
    before = position;
  }
  return [...days.values()];
}

interface TradeEntry {
  reason: TradeReason;
  at: Date;
  postings: Posting[];
}

/**
 * The entries that correct a sale's posted trade, each balanced by a line of the provider. A changed fact is reversed
 * on its day.
 */
export function decideTradeEntries(
  wanted: readonly TradeDay[],
  posted: readonly TradeDay[],
  releases: Releases,
): TradeEntry[] {
  const keyOf = ({ reason, day }: TradeDay) => `${reason} ${day}`;
  const left = new Map(wanted.map((trade) => [keyOf(trade), { ...trade, cents: new Map(trade.cents) }]));
  for (const trade of posted) {
    const same = left.get(keyOf(trade)) ?? { ...trade, cents: new Map<Account, number>() };
    left.set(keyOf(trade), same);
    for (const [account, cents] of trade.cents) add(same.cents, account, -cents);
  }
  return [...left.values()]
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ reason, at, cents }) => {
      const lines = [...cents].filter(([account, sum]) => sum !== 0 && !feeAccounts.includes(account));
      const provider = -lines.reduce((sum, [, amount]) => sum + amount, 0);
      const all: [Account, number][] = provider === 0 ? lines : [["provider", provider], ...lines];
      const postings = all.flatMap(([account, amount]): Posting[] =>
        account === "creator"
          ? releaseLines(amount, releases)
          : [{ account, cents: amount, availableAt: null }],
      );
      return { reason, at, postings };
    })
    .filter(({ postings }) => postings.length > 0);
}

function add(sums: Map<Account, number>, account: Account, cents: number): void {
  sums.set(account, (sums.get(account) ?? 0) + cents);
}

/** No summer time since 2019 (Decreto 9.772/2019). */
function dayInSaoPaulo(ms: number): string {
  return new Date(ms - 3 * 60 * 60 * 1000).toISOString().slice(0, 10);
}
