/**
 * Returns the visible mark of a playback: the buyer's masked address and the purchase number, such as "b…a@g….com ·
 * SB-1042". Without a purchase, such as for a guest, the address alone.
 */
export function writeMark(email: string, purchaseNumber: string | undefined): string {
  const [name = "", domain = ""] = email.split("@");
  const ending = domain.includes(".") ? domain.slice(domain.lastIndexOf(".")) : "";
  const first = [...name][0] ?? "";
  const last = [...name].length > 2 ? ([...name].at(-1) ?? "") : "";
  const masked = `${first}…${last}@${[...domain][0] ?? ""}…${ending}`;
  return purchaseNumber ? `${masked} · ${purchaseNumber}` : masked;
}
