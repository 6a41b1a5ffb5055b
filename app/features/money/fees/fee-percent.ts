import { plainCode } from "~/ui/forms/plain-code";

/** The highest fee that an administrator may set, in basis points. */
const maxFeeBp = 5_000;

/** Parses a fee in percent, such as "12,5", into basis points; undefined for anything else. At most two decimals. */
export function parseFeePercent(typed: string): number | undefined {
  const found = /^(\d{1,2})(?:[.,](\d{1,2}))?\s*%?$/.exec(plainCode(typed));
  if (!found) return undefined;
  const bp = Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
  return bp <= maxFeeBp ? bp : undefined;
}
