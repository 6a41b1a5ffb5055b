import { type Locale, languages } from "~/i18n/languages";

/** The platform's share of a new sale, in basis points (hundredths of a percent): product.md, Constants. */
export const platformShareBp = 1_500;

/** All of a sale, in basis points. */
const wholeBp = 10_000;

export interface SaleSplit {
  platformShareBp: number;
  platformFeeCents: number;
  creatorEarningsCents: number;
}

/**
 * Splits a sale between platform and creator: the fee is the share, rounded half up to the
 * cent, and the creator gets the rest, so the two always add up to the amount.
 * @param amountCents whole cents, 0 or more
 * @param shareBp the platform's share in basis points, 0 to 10,000
 * @throws RangeError for anything else
 */
export function splitSale(amountCents: number, shareBp: number): SaleSplit {
  if (!Number.isSafeInteger(amountCents) || amountCents < 0)
    throw new RangeError(`not an amount in cents: ${amountCents}`);
  if (!Number.isInteger(shareBp) || shareBp < 0 || shareBp > wholeBp)
    throw new RangeError(`not a share in basis points: ${shareBp}`);
  const platformFeeCents = Math.floor((amountCents * shareBp + wholeBp / 2) / wholeBp);
  return {
    platformShareBp: shareBp,
    platformFeeCents,
    creatorEarningsCents: amountCents - platformFeeCents,
  };
}

/** Returns both parts of a share in percent, for texts; of new sales by default. */
export function splitPercent(shareBp = platformShareBp): { platform: number; creator: number } {
  return { platform: shareBp / 100, creator: (wholeBp - shareBp) / 100 };
}

/** Returns a share in percent as a language writes it: "12,5" in Portuguese for 1,250 basis points. */
export function formatPercent(bp: number, locale: Locale): string {
  return new Intl.NumberFormat(languages[locale].numbers, { maximumFractionDigits: 2 }).format(bp / 100);
}

/** Returns a share in percent as the administrators' pages write it: in Portuguese. */
export function formatShare(bp: number): string {
  return formatPercent(bp, "pt");
}

/** Returns the creator's part of a sale in percent as a language writes it. */
export function formatCreatorShare(platformBp: number, locale: Locale): string {
  return formatPercent(wholeBp - platformBp, locale);
}

export const { platform: platformFeePercent, creator: creatorPercent } = splitPercent();
