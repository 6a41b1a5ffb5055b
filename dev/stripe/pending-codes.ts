import { createHash } from "node:crypto";
import type { PaymentIntent } from "./state";

/** A Pix code, or the 47 digits of a boleto. Neither can be paid anywhere. */
export function pendingCode({ id, payment_method }: PaymentIntent): string {
  if (payment_method === "pix") return `LOCAL.PIX.${id}`;
  const digest = createHash("sha256").update(id).digest("hex");
  return BigInt(`0x${digest}`).toString().slice(0, 47);
}
