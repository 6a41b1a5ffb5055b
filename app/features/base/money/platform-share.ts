import { type Locale, languages } from "~/i18n/languages";

/** Of a new sale, in basis points: product.md, Constants. */
export const platformShareBp = 1_500;

const wholeBp = 10_000;

export interface SaleSplit {
  platformShareBp: number;
  platformFeeCents: number;
  creatorEarningsCents: number;
}

/** Rounds the fee half up; the creator gets the rest. `shareBp`: 0 to 10,000. @throws RangeError for invalid amounts */
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

/** In percent; of new sales by default. */
export function splitPercent(shareBp = platformShareBp): { platform: number; creator: number } {
  return { platform: shareBp / 100, creator: (wholeBp - shareBp) / 100 };
}

/** "12,5" in Portuguese for 1,250 basis points. */
export function formatPercent(bp: number, locale: Locale): string {
  return new Intl.NumberFormat(languages[locale].numbers, { maximumFractionDigits: 2 }).format(bp / 100);
}

/** For administrators, in Portuguese. */
export function formatShare(bp: number): string {
  return formatPercent(bp, "pt");
}

export function formatCreatorShare(platformBp: number, locale: Locale): string {
  return formatPercent(wholeBp - platformBp, locale);
}

export const { platform: platformFeePercent, creator: creatorPercent } = splitPercent();
