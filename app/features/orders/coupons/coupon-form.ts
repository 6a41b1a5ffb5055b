import { z } from "zod";
import { fieldMessage } from "~/features/base/form-fields/typed-text";
import { parseAmount } from "~/features/base/money/price";
import { dayMs, parseDay, startOfDay } from "~/i18n/days";
import { parseId } from "~/platform/forms/record-id";
import { plainCode } from "~/ui/forms/plain-code";
import { maxPlatformPercent, parseCouponCode } from "./coupon-rules";

const maxCount = 1_000_000;

const invalid = { message: "" };

function refuse(context: z.core.$RefinementCtx, message: ReturnType<typeof fieldMessage>): never {
  context.addIssue({ ...invalid, code: "custom", message });
  return z.NEVER;
}

const codeField = z
  .string(fieldMessage("common.required"))
  .transform(
    (typed, context) => parseCouponCode(typed) ?? refuse(context, fieldMessage("coupons.codeInvalid")),
  );

const countField = z
  .string()
  .default("")
  .transform((typed, context) => {
    const text = plainCode(typed);
    if (text === "") return null;
    const count = /^[0-9]{1,7}$/.test(text) ? Number(text) : 0;
    return count >= 1 && count <= maxCount ? count : refuse(context, fieldMessage("coupons.countInvalid"));
  });

/** A calendar day in São Paulo, as its first moment. */
const dayField = z
  .string()
  .default("")
  .transform((typed, context) => {
    const text = plainCode(typed);
    if (text === "") return null;
    const day = parseDay(text);
    return day ? startOfDay(day) : refuse(context, fieldMessage("coupons.dayInvalid"));
  });

const percentField = (max: number) =>
  z
    .string()
    .default("")
    .transform((typed, context) => {
      const text = plainCode(typed).replace(/%$/, "").trimEnd();
      if (text === "") return null;
      const percent = /^[0-9]{1,3}$/.test(text) ? Number(text) : 0;
      if (percent < 1 || percent > 100) return refuse(context, fieldMessage("coupons.percentInvalid"));
      return percent <= max ? percent : refuse(context, fieldMessage("coupons.percentPlatform"));
    });

const amountField = z
  .string()
  .default("")
  .transform((typed, context) => {
    if (plainCode(typed) === "") return null;
    const cents = typed.length <= 15 ? parseAmount(typed) : undefined;
    return cents ? cents : refuse(context, fieldMessage("coupons.amountInvalid"));
  });

/** `owner`: whose share bears the discount. Products are parsed apart: the form repeats their field. */
export function couponForm(owner: "creator" | "platform") {
  return z
    .object({
      code: codeField,
      percent: percentField(owner === "platform" ? maxPlatformPercent : 100),
      amount: amountField,
      from: dayField,
      until: dayField,
      maxUses: countField,
      perPerson: countField,
      firstOnly: z
        .string()
        .default("")
        .transform((typed) => typed === "on" || typed === "true" || typed === "1"),
    })
    .transform(({ until, ...form }, context) => {
      if ((form.percent === null) === (form.amount === null)) {
        context.addIssue({ code: "custom", path: ["percent"], message: fieldMessage("coupons.oneDiscount") });
        return z.NEVER;
      }
      // Valid to the end of the last day.
      const endsAt = until && new Date(until.getTime() + dayMs);
      if (endsAt && form.from && form.from >= endsAt) {
        context.addIssue({ code: "custom", path: ["until"], message: fieldMessage("coupons.reversed") });
        return z.NEVER;
      }
      return { ...form, endsAt };
    });
}

/** Omits invalid ids. */
export function parseProducts(typed: readonly string[]): string[] {
  const ids = typed.flatMap((each) => each.split(/[\s,]+/)).flatMap((each) => parseId(each) ?? []);
  return [...new Set(ids)];
}
