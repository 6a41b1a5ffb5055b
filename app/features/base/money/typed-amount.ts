import { plainCode } from "~/ui/forms/plain-code";

/** An amount as typed: digits, with comma or point before at most two decimals; also for `<input pattern>`. */
export const amountPattern = "[0-9]+([.,][0-9]{1,2})?";

const accepted = new RegExp(`^(?:${amountPattern})$`);

/**
 * Reads an amount as typed: "49,90", "49.9", "50".
 * Returns whole cents, computed from the digits to avoid floating point; undefined if it is no amount.
 */
export function parseAmount(typed: string): number | undefined {
  const text = plainCode(typed);
  if (!accepted.test(text)) return undefined;
  const [whole = "", decimals = ""] = text.split(/[.,]/);
  return Number(whole + decimals.padEnd(2, "0"));
}
