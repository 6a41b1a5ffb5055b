import { z } from "zod";
import type { OpenCheckout, SaleTerms } from "./payments";

/** Stripe keeps metadata as text. */
const termsShape = z.object({
  buyer_id: z.uuid(),
  video_id: z.uuid(),
  platform_share_bp: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((share) => share <= 10_000),
  gift: z.literal("1").optional(),
});

/** Returns the metadata of a sale's objects at Stripe: ids and the split, no name and no address. */
export function toSaleMetadata({ saleId, terms }: Pick<OpenCheckout, "saleId" | "terms">) {
  return {
    sale_id: saleId,
    buyer_id: terms.buyerId,
    video_id: terms.videoId,
    platform_share_bp: String(terms.platformShareBp),
    ...(terms.isGift && { gift: "1" }),
  };
}

/** Returns the terms in an object's metadata; undefined where one is missing or malformed. */
export function readSaleTerms(metadata: Record<string, string> | null | undefined): SaleTerms | undefined {
  const parsed = termsShape.safeParse(metadata);
  if (!parsed.success) return undefined;
  const { buyer_id: buyerId, video_id: videoId, platform_share_bp: platformShareBp, gift } = parsed.data;
  return { buyerId, videoId, platformShareBp, isGift: gift !== undefined };
}
