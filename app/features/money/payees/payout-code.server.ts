import { parsePixKey } from "~/features/base/form-fields/pix-key";
import { writeBrCode } from "./br-code";
import type { Payee } from "./payee";
import { txidOf } from "./payout-txid";

export type PayableByCode = Pick<Payee, "payment_method" | "pix_key" | "payee_name"> & {
  id: string;
  amount_cents: number;
  status: string;
};

/**
 * Returns the text of a payout's Pix code. Returns undefined for another method, an invalid key and a payout that is
 * settled: the code could be paid twice.
 */
export function writePayoutCode(payout: PayableByCode): string | undefined {
  if (payout.status !== "prepared" || payout.payment_method !== "pix") return undefined;
  const pix = parsePixKey(payout.pix_key ?? "");
  if (!pix.ok) return undefined;
  return writeBrCode({
    pixKey: pix.key,
    cents: payout.amount_cents,
    receiver: payout.payee_name,
    txid: txidOf(payout.id),
  });
}
