/** The currencies the product knows (product.md, Constants). Uploads and payouts are always BRL. */
export const currencies = ["BRL", "USD", "EUR"] as const;

export type Currency = (typeof currencies)[number];
