import { type SaleMoney, sumTakenBack } from "~/features/settlement/sale-status";
import type { Account, Posting } from "./accounts";

/**
 * The platform's part of what has gone back to the buyer, in cents: worked out anew from the total each time, so that
 * any chain of partial refunds ends where one refund of their sum would: rounding each alone drifts.
 */
export function feeTakenBack(
  sale: { amountCents: number; platformFeeCents: number },
  backCents: number,
): number {
  const { amountCents, platformFeeCents } = sale;
  // Half up. Amounts are below 2^31 and fees a seventh of them: the product needs more than 53 bits only in theory.
  const doubled = 2n * BigInt(platformFeeCents) * BigInt(backCents) + BigInt(amountCents);
  return Number(doubled / (2n * BigInt(amountCents)));
}

/**
 * Decides what each account must hold because of a sale, from all that is known of it: it sums to zero.
 * Takes its money and the day from which the creator's part can be paid out.
 */
export function decidePosition(sale: SaleMoney, availableAt: Date): Posting[] {
  if (!sale.paid) return [];
  const { amountCents, platformFeeCents, providerFeeCents } = sale;
  const sum = (items: readonly { amountCents: number }[]) =>
    items.reduce((total, item) => total + item.amountCents, 0);
  const refunds = sale.refunds.filter(({ status }) => status !== "failed");
  const throughProvider = sum(refunds.filter(({ channel }) => channel === "provider"));
  const outside = sum(refunds) - throughProvider;
  const openDisputes = sum(sale.disputes.filter(({ status }) => status === "open"));
  const lost = sum(sale.disputes.filter(({ status }) => status === "lost"));
  const back = sumTakenBack(sale);
  const covered = Math.min(back, amountCents);
  const feeBack = feeTakenBack(sale, covered);
  const creatorCents = amountCents - platformFeeCents - (covered - feeBack);
  const line = (account: Account, cents: number): Posting => ({
    account,
    cents,
    availableAt: account === "creator" ? availableAt : null,
  });
  const whose = sale.duplicate
    ? [line("buyer", amountCents - covered)]
    : [
        line(openDisputes > 0 ? "platform_held" : "platform", platformFeeCents - feeBack),
        line(openDisputes > 0 ? "creator_held" : "creator", creatorCents),
      ];
  return [
    line("provider", throughProvider + openDisputes + lost + providerFeeCents - amountCents),
    line("provider_fees", -providerFeeCents),
    line("disputed", -openDisputes),
    line("bank", outside),
    line("loss", covered - back),
    ...whose,
  ].filter(({ cents }) => cents !== 0);
}

/** What must be posted so that what stands becomes the target; nothing where it is so already. */
export function decidePostings(target: readonly Posting[], standing: readonly Posting[]): Posting[] {
  const key = ({ account, availableAt }: Posting) => `${account} ${availableAt?.getTime() ?? ""}`;
  const left = new Map<string, Posting>();
  const add = (posting: Posting, sign: 1 | -1) => {
    const before = left.get(key(posting))?.cents ?? 0;
    left.set(key(posting), { ...posting, cents: before + sign * posting.cents });
  };
  for (const posting of target) add(posting, 1);
  for (const posting of standing) add(posting, -1);
  return [...left.values()].filter(({ cents }) => cents !== 0);
}
