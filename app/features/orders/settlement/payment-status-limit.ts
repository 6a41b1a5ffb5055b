import type { LimitRule } from "~/platform/rate-limits.server";

/**
 * Times that an account's pages may ask the payment provider how a payment is; beyond it they show what is stored, and
 * the provider's events settle the sale.
 */
export const paymentStatusLimit: LimitRule = { name: "payment-status", tries: 20, seconds: 60 };
