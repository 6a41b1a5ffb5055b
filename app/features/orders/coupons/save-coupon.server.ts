import { randomUUID } from "node:crypto";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import {
  type ActResult,
  type Authority,
  authorOf,
  awaitApproval,
  requesterFact,
  type TwoPeopleEnv,
} from "~/features/money/ledger/approvals.server";
import { formatDay } from "~/i18n/dates";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import { type FormProblem, parseFields, problemWith } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import type { Cursor } from "~/platform/keyset";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import { couponForm, parseProducts } from "./coupon-form";
import type { ListedCoupon } from "./coupon-list";
import { parseCouponCode } from "./coupon-rules";
import {
  type CouponRow,
  endCoupon,
  listCouponProducts,
  listCoupons,
  lockCoupon,
  maxCouponProducts,
  upsertCoupon,
} from "./coupons.queries.server";
import { type CouponRules, couponTarget, describeTerms, writeRequestedCoupon } from "./requested-coupon";

/** `creatorId`: null for the platform's. */
export async function listShownCoupons(
  db: Db,
  creatorId: string | null,
  { now, after, locale }: { now: Date; after: Cursor | undefined; locale?: Locale },
): Promise<{ coupons: ListedCoupon[]; next: string | undefined }> {
  const page = await listCoupons(db, creatorId, after);
  const coupons = page.coupons.map(
    ({ code, discount, used, maxUses, perPerson, firstOnly, videoIds, ...coupon }): ListedCoupon => {
      const { startsAt, endsAt, endedAt } = coupon;
      const state =
        endedAt !== null
          ? "ended"
          : maxUses !== null && used >= maxUses
            ? "usedUp"
            : endsAt !== null && now >= endsAt
              ? "over"
              : startsAt !== null && now < startsAt
                ? "coming"
                : "on";
      return {
        code,
        state,
        used,
        maxUses,
        perPerson,
        firstOnly,
        percent: discount.percent,
        amountCents: discount.amountCents,
        products: videoIds.length,
        productId: videoIds.length === 1 ? videoIds[0] : undefined,
        ...showSpan({ startsAt, endsAt }, locale),
      };
    },
  );
  return { coupons, next: page.next };
}

export function showSpan(
  { startsAt, endsAt }: { startsAt: Date | null; endsAt: Date | null },
  locale?: Locale,
): Pick<ListedCoupon, "from" | "until"> {
  return {
    from: startsAt && formatDay(startsAt, locale),
    // `endsAt` is exclusive.
    until: endsAt && formatDay(new Date(endsAt.getTime() - 1), locale),
  };
}

/** `waiting`: for another administrator's approval of the platform's coupon. */
type CouponChange =
  | { ok: true; done: "saved" | "ended" | "waiting" }
  | { ok: false; problem: FormProblem }
  | { ok: false; error: "notFound" };

/** `by`: the administrator, for the audit log. */
type CouponOwner = { creatorId: string } | { creatorId: null; by: Actor };

type Needs = Pick<Services, "db" | "clock"> & { env: TwoPeopleEnv };

/** Saves or ends a coupon (`fields.intent`). Products of other creators are refused. */
export async function changeCoupon(
  { db, clock, env }: Needs,
  owner: CouponOwner,
  { fields: sentFields, listOf }: { fields: Record<string, string>; listOf: (name: string) => string[] },
): Promise<CouponChange> {
  const { creatorId } = owner;
  // The list's checkboxes repeat one name.
  const fields: Record<string, string> = { ...sentFields, products: listOf("products").join(",") };
  const now = clock();
  if (fields.intent === "end") {
    const code = parseCouponCode(fields.code);
    const ended =
      code !== undefined &&
      (owner.creatorId === null
        ? await endPlatformCoupon(db, code, owner.by)
        : await endCoupon(db, { creatorId, code, now }));
    return ended ? { ok: true, done: "ended" } : { ok: false, error: "notFound" };
  }
  const form = parseFields(couponForm(creatorId === null ? "platform" : "creator"), chosenDiscount(fields));
  if (!form.ok) return form;
  const videoIds = parseProducts(listOf("products"));
  if (creatorId !== null && !(await areOwn(db, creatorId, videoIds)))
    return { ok: false, problem: problemWith(fields, { products: "coupons.productsInvalid" }) };
  if (creatorId === null && videoIds.length > maxCouponProducts)
    return { ok: false, problem: problemWith(fields, { products: "coupons.productsInvalid" }) };
  const { amount: amountCents, from: startsAt, ...rest } = form.value;
  const terms = { ...rest, amountCents, startsAt, videoIds };
  if (owner.creatorId === null) {
    const id = parseId(fields.id) ?? randomUUID();
    const changed = await changePlatformCoupon({ db, env }, { id, terms }, owner.by);
    return changed.ok ? { ok: true, done: changed.waiting ? "waiting" : "saved" } : changed;
  }
  const stored = await upsertCoupon(
    db,
    { creatorId: owner.creatorId, ...terms, now },
    fields.replace === "on",
  );
  if (!stored) return { ok: false, problem: problemWith(fields, { code: "coupons.taken" }) };
  return { ok: true, done: "saved" };
}

/** Drops the discount that the form's switch hides. Without `unit` both count. */
function chosenDiscount(fields: Record<string, string>): Record<string, string> {
  if (fields.unit === "percent") return { ...fields, amount: "" };
  return fields.unit === "amount" ? { ...fields, percent: "" } : fields;
}

async function areOwn(db: Services["db"], creatorId: string, videoIds: string[]): Promise<boolean> {
  if (videoIds.length === 0) return true;
  const ownIds = new Set((await listCouponProducts(db, creatorId)).map(({ id }) => id));
  return videoIds.every((id) => ownIds.has(id));
}

type ChangeNeeds = Pick<Services, "db"> & { env: TwoPeopleEnv };

/** `id`: made with the form, so that a form sent twice requests once. */
interface PlatformCoupon {
  id: string;
  terms: CouponRules;
}

export async function changePlatformCoupon({ db, env }: ChangeNeeds, coupon: PlatformCoupon, by: Actor) {
  return db.transaction().execute((trx) => savePlatformCoupon(trx, coupon, { by, env }));
}

/**
 * Saves one of the platform's coupons with its audit entry, dated `by.at`. Where two people are required, it waits for an
 * approval, and a coupon that is valid meanwhile keeps its terms.
 */
export async function savePlatformCoupon(
  trx: Db,
  { id, terms }: PlatformCoupon,
  authority: Authority,
): Promise<ActResult> {
  const { by } = authority;
  const [target, after] = [couponTarget(terms.code), describeTerms(terms)];
  const request = { kind: "coupon", id, accountId: by.userId, rule: writeRequestedCoupon(terms) } as const;
  const waiting = await awaitApproval(trx, authority, request, { target, after });
  if (waiting) return waiting;
  const before = await lockCoupon(trx, { creatorId: null, code: terms.code });
  const { requestId } = authorOf(authority);
  await upsertCoupon(trx, { creatorId: null, ...terms, requestId, now: by.at });
  await insertAuditEntry(trx, by, {
    action: "platformCouponSaved",
    target,
    ...(before && { before: factsOf(before) }),
    after: { ...after, ended: false, ...requesterFact(authority) },
  });
  return { ok: true, repeated: false };
}

/** Returns false if there was none to end. One person suffices: ending only removes a risk. */
async function endPlatformCoupon(db: Db, code: string, by: Actor): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const before = await lockCoupon(trx, { creatorId: null, code });
    if (!before || !(await endCoupon(trx, { creatorId: null, code, now: by.at }))) return false;
    await insertAuditEntry(trx, by, {
      action: "platformCouponEnded",
      target: couponTarget(code),
      before: factsOf(before),
      after: { ...factsOf(before), ended: true },
    });
    return true;
  });
}

const factsOf = ({ discount, ...coupon }: CouponRow) => ({
  ...describeTerms({ ...coupon, ...discount }),
  ended: coupon.endedAt !== null,
});
