import type { Account, Posting } from "./movement-position";
import { divideByRelease, type Releases } from "./release-rules";
import { isUndone, type SaleMoney, sumTakenBack } from "./sale-status";

/**
 * The platform's part of returned money, in cents. Computed from the total, so that partial refunds end where one
 * refund of their sum would: rounding each drifts.
 */
export function feeTakenBack(
  sale: { amountCents: number; platformFeeCents: number },
  backCents: number,
): number {
  const { amountCents, platformFeeCents } = sale;
  // Rounded half up. The product of two amounts below 2^31 may exceed 53 bits.
  const doubled = 2n * BigInt(platformFeeCents) * BigInt(backCents) + BigInt(amountCents);
  return Number(doubled / (2n * BigInt(amountCents)));
}

/** Returns what each account must have because of a sale; it sums to zero. */
export function decideSalePosition(sale: SaleMoney, releases: Releases): Posting[] {
  if (!sale.paid) return [];
  const { amountCents, platformFeeCents, providerFeeCents, disputeFeeCents = 0 } = sale;
  const sum = (items: readonly { amountCents: number }[]) =>
    items.reduce((total, item) => total + item.amountCents, 0);
  const refunds = sale.refunds.filter((refund) => !isUndone(refund));
  const throughProvider = sum(refunds.filter(({ channel }) => channel === "provider"));
  const outside = sum(refunds) - throughProvider;
  const openDisputes = sum(sale.disputes.filter(({ status }) => status === "open"));
  const lost = sum(sale.disputes.filter(({ status }) => status === "lost"));
  const back = sumTakenBack(sale);
  const covered = Math.min(back, amountCents);
  const feeBack = feeTakenBack(sale, covered);
  const creatorCents = amountCents - platformFeeCents - (covered - feeBack);
  const line = (account: Account, cents: number): Posting => ({ account, cents, availableAt: null });
  const whose = sale.duplicate
    ? [line("buyer", amountCents - covered)]
    : [
        line(openDisputes > 0 ? "platform_held" : "platform", platformFeeCents - feeBack),
        ...(openDisputes > 0 ? [line("creator_held", creatorCents)] : releaseLines(creatorCents, releases)),
      ];
  return [
    line("provider", throughProvider + openDisputes + lost + providerFeeCents - amountCents),
    line("provider_fees", disputeFeeCents - providerFeeCents),
    line("dispute_fees", -disputeFeeCents),
    line("disputed", -openDisputes),
    line("bank", outside),
    line("loss", covered - back),
    ...whose,
  ].filter(({ cents }) => cents !== 0);
}

export function releaseLines(cents: number, releases: Releases): Posting[] {
  return divideByRelease(cents, releases).map((part) => ({
    account: "creator",
    cents: part.cents,
    availableAt: part.at,
  }));
}

export function decidePostings(target: readonly Posting[], posted: readonly Posting[]): Posting[] {
  const key = ({ account, availableAt }: Posting) => `${account} ${availableAt?.getTime() ?? ""}`;
  const left = new Map<string, Posting>();
  const add = (posting: Posting, sign: 1 | -1) => {
    const before = left.get(key(posting))?.cents ?? 0;
    left.set(key(posting), { ...posting, cents: before + sign * posting.cents });
  };
  for (const posting of target) add(posting, 1);
  for (const posting of posted) add(posting, -1);
  return [...left.values()].filter(({ cents }) => cents !== 0);
}
