import { z } from "zod";
import { isStorable, toStorable } from "~/integrations/storable-text";

/** An id of Stripe's, at most 255 characters (https://docs.stripe.com/upgrades#what-changes-does-stripe-consider-to-be-backward-compatible). */
export const idText = z.string().min(1).max(255).refine(isStorable);

/** A text to be shown to people, with what the database cannot keep replaced. */
export const freeText = z.string().transform(toStorable);

/** An amount in the smallest unit of its currency, as large as the database's integer. */
export const cents = z.number().int().min(0).max(2_147_483_647);

/** Seconds since 1970, to the end of the year 9999. */
export const seconds = z.number().int().min(0).max(253_402_300_799);
