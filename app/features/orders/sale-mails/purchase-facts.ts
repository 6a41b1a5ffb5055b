import type { PaymentMethod } from "~/features/base/money/payment-methods";
import type { MessageKey } from "~/i18n/message-key";

export function methodKey(method: PaymentMethod | null): MessageKey {
  return method === null || method === "other"
    ? "buyerMails.methods.another"
    : `buyerMails.methods.${method}`;
}

/** Returns the first of a person's names; the whole where it is one. */
export function firstName(fullName: string): string {
  return fullName.trim().split(/\s+/)[0] ?? "";
}
