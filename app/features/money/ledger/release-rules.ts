import { dayMs } from "~/i18n/days";
import { withdrawalEnds } from "./refund-rules";
import type { PaymentMethod } from "./sale-status";

/** Days from a payment until a creator's part can be paid out. Other methods wait as long as cards. */
export type ReleaseDays = Record<"pix" | "boleto" | "card", number>;

/** Defaults: time for the buyer's withdrawal, and for most card disputes. */
export const releaseDays: ReleaseDays = { pix: 7, boleto: 7, card: 15 };

export interface ReleaseTerms {
  days: ReleaseDays;
  reserve: Reserve | undefined;
}

export interface Releases {
  at: Date;
  reserve?: { bp: number; at: Date } | undefined;
}

/**
 * Never before the withdrawal right ends: the end of the seventh day, up to a day after seven times 24 hours. An
 * unknown method counts as a card.
 */
export function decideReleases(
  paidAt: Date,
  method: PaymentMethod | null,
  { days, reserve }: ReleaseTerms = { days: releaseDays, reserve: undefined },
): Releases {
  const wait = method === "pix" || method === "boleto" ? days[method] : days.card;
  const at = new Date(Math.max(paidAt.getTime() + wait * dayMs, withdrawalEnds(paidAt).getTime()));
  return { at, reserve: reserve && { bp: reserve.bp, at: reserveReleasedAt(paidAt, at, reserve) } };
}

/** In cents; rounding loses nothing. */
export function divideByRelease(cents: number, { at, reserve }: Releases): { at: Date; cents: number }[] {
  const reserved = reserve ? reservedCents(cents, reserve) : 0;
  return [
    { at, cents: cents - reserved },
    { at: reserve?.at ?? at, cents: reserved },
  ].filter((part) => part.cents !== 0);
}

export interface Reserve {
  bp: number;
  /** Days from the payment. */
  days: number;
}

/** In cents; rounded towards zero. */
function reservedCents(cents: number, { bp }: Pick<Reserve, "bp">): number {
  return Math.trunc((cents * bp) / 10_000);
}

function reserveReleasedAt(paidAt: Date, restAt: Date, { days }: Pick<Reserve, "days">): Date {
  return new Date(Math.max(restAt.getTime(), paidAt.getTime() + days * dayMs));
}
