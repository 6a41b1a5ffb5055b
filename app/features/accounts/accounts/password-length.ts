/** Minimum length in characters (product.md, Constants). Separate from the forms' rules, which stay on the server. */
export const passwordMinLength = 6;
