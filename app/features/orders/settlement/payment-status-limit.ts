import type { LimitRule } from "~/platform/try-counter.server";

/**
 * Limits how often an account's pages ask the payment provider for a payment's status; beyond it they show the stored
 * one, and the provider's events settle the sale.
 */
export const paymentStatusLimit: LimitRule = { name: "payment-status", tries: 20, seconds: 60 };
