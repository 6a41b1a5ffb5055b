/** Minimum length in characters (product.md, Constants). Separate from the forms' rules, which stay on the server. */
export const passwordMinLength = 6;

/** Minimum length of an administrator's new password in characters (OWASP ASVS 5.0.0, 6.2.1). */
export const adminPasswordMinLength = 8;

export const minLengthFor = (isAdmin: boolean) => (isAdmin ? adminPasswordMinLength : passwordMinLength);
