import { z } from "zod";
import type { AuditFacts } from "~/features/base/audit/audit-actions";
import { formatDateTime } from "~/features/base/form-fields/dates";

/** What a coupon takes off which price, from when to when, and how often. */
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

/** Returns the terms as a request stores them, and as `coupons_terms` writes them (migrations/0009-payouts.ts). */
export function writeRequestedCoupon({ startsAt, endsAt, videoIds, ...terms }: CouponRules) {
  return {
    ...terms,
    videoIds: videoIds.map((id) => id.toLowerCase()),
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
  };
}

const moment = z.iso
  .datetime()
  .transform((text) => new Date(text))
  .nullable();

const stored = z.object({
  code: z.string(),
  percent: z.int().nullable(),
  amountCents: z.int().nullable(),
  videoIds: z.array(z.uuid()),
  startsAt: moment,
  endsAt: moment,
  maxUses: z.int().nullable(),
  perPerson: z.int().nullable(),
  firstOnly: z.boolean(),
});

/** Returns the terms of a stored request. Throws for anything else. */
export function readRequestedCoupon(rule: unknown): CouponRules {
  return stored.parse(rule);
}

const shown = (at: Date | null) => at && formatDateTime(at);

/** Returns the terms as the audit log has them. */
export function describeTerms(terms: Omit<CouponRules, "code">): AuditFacts {
  const { percent, amountCents, videoIds, startsAt, endsAt, maxUses, perPerson, firstOnly } = terms;
  return {
    ...(percent === null ? { amountCents } : { percent }),
    products: videoIds.length,
    from: shown(startsAt),
    to: shown(endsAt),
    maxUses,
    perPerson,
    firstOnly,
  };
}

/** What the audit log names. */
export const couponTarget = (code: string) =>
  ({ kind: "rule", id: `coupon:${code}`, label: `Cupom ${code}` }) as const;
