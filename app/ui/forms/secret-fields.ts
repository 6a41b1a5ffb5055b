export const secretFields: ReadonlySet<string> = new Set([
  "password",
  "confirmPassword",
  "currentPassword",
  "cardNumber",
  "credential",
]);

// Elsewhere `code` is a coupon or an error code.
const oneTimeCodePages: ReadonlySet<string> = new Set(["/second-step", "/account/second-factor"]);

/** Returns whether a value is neither returned to the browser nor stored in it. `path`: of its page. */
export function isSecretField(name: string, path: string): boolean {
  return secretFields.has(name) || (name === "code" && oneTimeCodePages.has(path));
}
