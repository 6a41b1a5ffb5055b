import { z } from "zod";
import { isStorable, toStorable } from "~/integrations/storable-text";
import type { PaymentMethod } from "./payments";

/**
 * A Stripe id, at most 255 characters
 * (https://docs.stripe.com/upgrades#what-changes-does-stripe-consider-to-be-backward-compatible).
 */
export const idText = z.string().min(1).max(255).refine(isStorable);

/** Text for people, with characters replaced that the database cannot store. */
export const freeText = z.string().transform(toStorable);

/** An amount in the smallest unit of its currency, as large as the database's integer. */
export const cents = z.number().int().min(0).max(2_147_483_647);

/** Seconds since 1970, to the end of the year 9999. */
export const seconds = z.number().int().min(0).max(253_402_300_799);

/**
 * The id of another object: alone, or inside the expanded object, or null.
 * https://docs.stripe.com/api/expanding_objects
 */
export const stripeId = z
  .union([idText, z.object({ id: idText }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? undefined);

const METHODS: Record<string, PaymentMethod> = { card: "card", pix: "pix", boleto: "boleto" };

/** Returns the payment method of Stripe's type; `other` for one that is not offered, or none. */
export function toPaymentMethod(type: string | undefined): PaymentMethod {
  return (type !== undefined && Object.hasOwn(METHODS, type) && METHODS[type]) || "other";
}

const uuid = z.uuid();

/**
 * Returns the sale's id from an object's metadata; undefined if it is not a UUID: another shop on the same account may
 * use the same key.
 */
export function readSaleId(metadata: Record<string, string> | null | undefined): string | undefined {
  const parsed = uuid.safeParse(metadata?.sale_id);
  return parsed.success ? parsed.data : undefined;
}
