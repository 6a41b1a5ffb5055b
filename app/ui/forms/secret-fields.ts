/** Fields whose values are secret on every page. */
export const secretFields: ReadonlySet<string> = new Set([
  "password",
  "confirmPassword",
  "currentPassword",
  "cardNumber",
  "credential",
]);

/** Pages whose field `code` is a one-time code. Elsewhere it is the code of a coupon or of an error page. */
const oneTimeCodePages: ReadonlySet<string> = new Set(["/second-step", "/account/second-factor"]);

/** Returns whether a field's value is neither returned to the browser nor stored in it. `path`: of its page. */
export function isSecretField(name: string, path: string): boolean {
  return secretFields.has(name) || (name === "code" && oneTimeCodePages.has(path));
}
