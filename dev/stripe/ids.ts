import { randomInt } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

type Prefix = "cs_test_" | "pi_" | "ch_" | "txn_" | "re_" | "du_" | "file_" | "evt_" | "req_";

/** As long as Stripe's: `cs_test_` and 58 characters, others 24. */
export function newId(prefix: Prefix): string {
  const length = prefix === "cs_test_" ? 58 : prefix === "req_" ? 14 : 24;
  return prefix + Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}
