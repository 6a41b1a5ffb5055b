import { z } from "zod";
import type { AuditFacts } from "~/features/base/audit/audit-actions";
import { formatDateTime } from "~/i18n/dates";

export interface CouponRules {
  code: string;
  percent: number | null;
  amountCents: number | null;
  videoIds: readonly string[];
  startsAt: Date | null;
  endsAt: Date | null;
  maxUses: number | null;
  perPerson: number | null;
  firstOnly: boolean;
}

/** Returns the terms as a request and `coupons_terms` (migrations/0009-payouts.ts) store them. */
export function writeRequestedCoupon({ startsAt, endsAt, videoIds, ...terms }: CouponRules) {
  return {
    ...terms,
    videoIds: videoIds.map((id) => id.toLowerCase()),
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
  };
}

const timestamp = z.iso
  .datetime()
  .transform((text) => new Date(text))
  .nullable();

const requestedCoupon = z.object({
  code: z.string(),
  percent: z.int().nullable(),
  amountCents: z.int().nullable(),
  videoIds: z.array(z.uuid()),
  startsAt: timestamp,
  endsAt: timestamp,
  maxUses: z.int().nullable(),
  perPerson: z.int().nullable(),
  firstOnly: z.boolean(),
});

/** Throws unless `rule` is a stored request. */
export function readRequestedCoupon(rule: unknown): CouponRules {
  return requestedCoupon.parse(rule);
}

const showMoment = (at: Date | null) => at && formatDateTime(at);

export function describeTerms(terms: Omit<CouponRules, "code">): AuditFacts {
  const { percent, amountCents, videoIds, startsAt, endsAt, maxUses, perPerson, firstOnly } = terms;
  return {
    ...(percent === null ? { amountCents } : { percent }),
    products: videoIds.length,
    from: showMoment(startsAt),
    to: showMoment(endsAt),
    maxUses,
    perPerson,
    firstOnly,
  };
}

/** For the audit log. */
export const couponTarget = (code: string) =>
  ({ kind: "rule", id: `coupon:${code}`, label: `Cupom ${code}` }) as const;
