import type { Actor } from "~/features/base/audit/actor.server";
import type { FieldErrors, FormProblem } from "~/platform/forms/forms.server";
import { parseFields } from "~/platform/forms/forms.server";
import type { Services } from "~/platform/services";
import { parseCouponCode } from "./coupon-code";
import { couponForm, parseProducts } from "./coupon-form";
import { endCoupon, listCouponProducts, maxCouponProducts, upsertCoupon } from "./coupons.queries.server";
import { recordPlatformCoupon } from "./record-platform-coupon.server";

export type SavedCoupon =
  | { ok: true; done: "saved" | "ended" }
  | { ok: false; problem: FormProblem }
  | { ok: false; error: "notFound" };

interface Sent {
  fields: Record<string, string>;
  listOf: (name: string) => string[];
}

/** Whose coupon it is; `by`: the administrator who changes one of the platform's, which the audit log records. */
export type CouponOwner = { creatorId: string } | { creatorId: null; by: Actor };

/** Saves or ends a coupon of a creator or of the platform, as its form asks. Products of others are refused. */
export async function changeCoupon(
  { db, clock }: Pick<Services, "db" | "clock">,
  owner: CouponOwner,
  { fields, listOf }: Sent,
): Promise<SavedCoupon> {
  const { creatorId } = owner;
  const now = clock();
  const run = (
    code: string,
    action: "platformCouponSaved" | "platformCouponEnded",
    change: (trx: Services["db"]) => Promise<boolean>,
  ) =>
    owner.creatorId === null ? recordPlatformCoupon(db, { code, action, by: owner.by }, change) : change(db);
  if (fields.intent === "end") {
    const code = parseCouponCode(fields.code);
    const ended =
      code !== undefined &&
      (await run(code, "platformCouponEnded", (trx) => endCoupon(trx, { creatorId, code, now })));
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
  await run(code, "platformCouponSaved", async (trx) => {
    await upsertCoupon(trx, {
      creatorId,
      code,
      percent,
      videoIds,
      maxUses,
      perPerson,
      firstOnly,
      now,
      amountCents: amount,
      startsAt: from,
      endsAt,
    });
    return true;
  });
  return { ok: true, done: "saved" };
}

async function areOwn(db: Services["db"], creatorId: string, videoIds: string[]): Promise<boolean> {
  if (videoIds.length === 0) return true;
  const own = new Set((await listCouponProducts(db, creatorId)).map(({ id }) => id));
  return videoIds.every((id) => own.has(id));
}

const problem = (values: Record<string, string>, errors: FieldErrors): FormProblem => ({ values, errors });
