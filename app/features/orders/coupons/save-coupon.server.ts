import type { FieldErrors, FormProblem } from "~/platform/forms/forms.server";
import { parseFields } from "~/platform/forms/forms.server";
import type { Services } from "~/platform/services";
import { parseCouponCode } from "./coupon-code";
import { couponForm, parseProducts } from "./coupon-form";
import { endCoupon, listCouponProducts, maxCouponProducts, upsertCoupon } from "./coupons.queries.server";

export type SavedCoupon =
  | { ok: true; done: "saved" | "ended" }
  | { ok: false; problem: FormProblem }
  | { ok: false; error: "notFound" };

interface Sent {
  fields: Record<string, string>;
  listOf: (name: string) => string[];
}

/**
 * Saves or ends a coupon of a creator, or of the platform (`creatorId` null), as its form asks. Products of others are
 * refused.
 */
export async function changeCoupon(
  { db, clock }: Pick<Services, "db" | "clock">,
  creatorId: string | null,
  { fields, listOf }: Sent,
): Promise<SavedCoupon> {
  const now = clock();
  if (fields.intent === "end") {
    const code = parseCouponCode(fields.code);
    const ended = code !== undefined && (await endCoupon(db, { creatorId, code, now }));
    return ended ? { ok: true, done: "ended" } : { ok: false, error: "notFound" };
  }
  const form = parseFields(couponForm(creatorId === null ? "platform" : "creator"), fields);
  if (!form.ok) return form;
  const videoIds = parseProducts(listOf("products"));
  if (creatorId !== null && !(await areOwn(db, creatorId, videoIds)))
    return { ok: false, problem: problem(fields, { products: "coupons.productsInvalid" }) };
  if (creatorId === null && videoIds.length > maxCouponProducts)
    return { ok: false, problem: problem(fields, { products: "coupons.productsInvalid" }) };
  const { code, percent, amount, from, endsAt, maxUses, perPerson, firstOnly } = form.value;
  await upsertCoupon(db, {
    ...{ creatorId, code, percent, videoIds, maxUses, perPerson, firstOnly, now },
    amountCents: amount,
    startsAt: from,
    endsAt,
  });
  return { ok: true, done: "saved" };
}

async function areOwn(db: Services["db"], creatorId: string, videoIds: string[]): Promise<boolean> {
  if (videoIds.length === 0) return true;
  const own = new Set((await listCouponProducts(db, creatorId)).map(({ id }) => id));
  return videoIds.every((id) => own.has(id));
}

const problem = (values: Record<string, string>, errors: FieldErrors): FormProblem => ({ values, errors });
