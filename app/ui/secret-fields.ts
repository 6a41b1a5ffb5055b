/** Names of fields whose content is neither sent back to the browser nor kept in it. */
export const secretFields: ReadonlySet<string> = new Set([
  "password",
  "confirmPassword",
  "currentPassword",
  "cardNumber",
]);
