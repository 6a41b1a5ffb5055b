import { z } from "zod";
import { isStorable, toStorable } from "~/integrations/storable-text";

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
