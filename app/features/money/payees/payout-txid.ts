/**
 * Returns a payout's transaction id for Pix: its UUID as 25 capital letters and digits. The longest that a static code
 * holds; without lower case, because banks write it in capitals.
 */
export function txidOf(payoutId: string): string {
  return BigInt(`0x${payoutId.replaceAll("-", "")}`)
    .toString(36)
    .toUpperCase()
    .padStart(25, "0");
}
