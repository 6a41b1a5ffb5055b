import { z } from "zod";
import {
  fieldMessage,
  hasVisibleCharacter,
  typedLines,
  typedText,
} from "~/features/base/form-fields/typed-text";
import { parseId } from "~/platform/forms/record-id";
import type { LimitRule } from "~/platform/try-counter.server";

/** In characters: the table's limits. */
export const subjectMaxLength = 120;
export const textMaxLength = 5_000;

export type Audience = "buyers" | "followers";

/** Per calendar month, to the buyers of one product or to the followers. */
export const maxInMonth: Record<Audience, number> = { buyers: 4, followers: 2 };

/** Per account. */
export const announcementReportLimit: LimitRule = { name: "announcement-report", tries: 20, seconds: 3_600 };

/** Values of the field `productId`, beside product ids. */
export const toAllBuyers = "all";
export const toFollowers = "followers";

export interface Target {
  audience: Audience;
  /** Null: the buyers of all products, or the followers. */
  productId: string | null;
}

function parseTarget(raw: string): Target | undefined {
  if (raw === toFollowers) return { audience: "followers", productId: null };
  if (raw === toAllBuyers) return { audience: "buyers", productId: null };
  const productId = parseId(raw);
  return productId ? { audience: "buyers", productId } : undefined;
}

const offers = [
  /(?:R\$|US\$|\$|€) ?\d/i,
  /\d ?(?:reais|real|euros?|d[oó]lares|dollars?)(?!\p{L})/iu,
  /\d ?% ?(?:de desconto|off|discount)(?!\p{L})/iu,
  /(?<!\p{L})(?:cupom|cupons|coupons?)(?!\p{L})/iu,
];

/** Announcements to buyers must not name a price, a discount or a coupon. */
export function hasOffer(text: string): boolean {
  return offers.some((pattern) => pattern.test(text));
}

export const announcementForm = z
  .object({
    productId: z.string(fieldMessage("announcements.targetNeeded")).transform((raw, context) => {
      const target = parseTarget(raw);
      if (target) return target;
      context.addIssue({ code: "custom", message: fieldMessage("announcements.targetNeeded") });
      return z.NEVER;
    }),
    subject: typedText(fieldMessage("announcements.subjectNeeded"))
      .refine(hasVisibleCharacter, fieldMessage("announcements.subjectNeeded"))
      .max(subjectMaxLength, fieldMessage("accounts.tooLong")),
    text: typedLines(fieldMessage("announcements.textNeeded"))
      .refine(hasVisibleCharacter, fieldMessage("announcements.textNeeded"))
      .max(textMaxLength, fieldMessage("accounts.tooLong")),
  })
  .superRefine(({ productId, subject, text }, context) => {
    if (productId.audience !== "buyers") return;
    for (const [path, typed] of Object.entries({ subject, text }))
      if (hasOffer(typed))
        context.addIssue({ code: "custom", path: [path], message: fieldMessage("announcements.noOffers") });
  });

export type AnnouncementForm = z.output<typeof announcementForm>;
