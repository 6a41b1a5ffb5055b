/** Lifetime of a signed link in seconds (product.md, Constants). */
export const linkSeconds = 3_600;
