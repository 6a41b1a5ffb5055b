/** Fields whose values are neither returned to the browser nor stored in it. */
export const secretFields: ReadonlySet<string> = new Set([
  "password",
  "confirmPassword",
  "currentPassword",
  "cardNumber",
  "code",
  "credential",
]);
