import { createHash } from "node:crypto";

/** Tells in the log that two tries were about the same account, without naming it. Takes an e-mail in any case. */
export function accountMark(email: string): string {
  return createHash("sha256").update(email.toLowerCase()).digest("hex").slice(0, 16);
}
