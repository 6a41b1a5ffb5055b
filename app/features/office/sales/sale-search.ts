import { parsePurchaseNumber } from "~/features/money/ledger/purchase-number";
import { type PaymentMethod, paymentMethods, saleStatuses } from "~/features/money/ledger/sale-status";
import { parseId } from "~/platform/forms/record-id";
import { trimInvisible } from "~/platform/forms/trim-ends";
import { plainCode } from "~/ui/forms/plain-code";

export type SaleSearch =
  | { by: "saleId"; saleId: string }
  | { by: "number"; number: string }
  /** The provider's id of a checkout, payment or charge. */
  | { by: "providerId"; id: string }
  /** The buyer's or the creator's. */
  | { by: "email"; email: string }
  | { by: "title"; title: string };

/** A short prefix and a code. */
const providerId = /^[a-z]{2,4}_[A-Za-z0-9_]+$/;

/** More than any e-mail or code has. */
export const saleSearchMaxLength = 300;

/** PostgreSQL cannot store NUL. */
export function parseSaleSearchText(raw: string | null): string {
  return trimInvisible((raw ?? "").replaceAll("\0", "")).slice(0, saleSearchMaxLength);
}

/** By the text's format; undefined if empty. */
export function decideSaleSearch(typed: string): SaleSearch | undefined {
  const text = plainCode(typed);
  if (text === "") return undefined;
  const saleId = parseId(text);
  if (saleId) return { by: "saleId", saleId };
  // A word of six letters may look like a number: a digit or "SB" is required.
  const number = /^sb|[0-9]/i.test(text) ? parsePurchaseNumber(text) : undefined;
  if (number) return { by: "number", number };
  if (providerId.test(text)) return { by: "providerId", id: text };
  if (isEmailLike(text)) return { by: "email", email: text };
  return { by: "title", title: text };
}

function isEmailLike(text: string): boolean {
  const at = text.indexOf("@", 1);
  return at > 0 && at < text.length - 1 && !/\s/.test(text);
}

/** `byHand`: a manual transfer is pending. `claim`: a refund did not arrive. `unreadable`: no file plays. */
export const saleFilters = [...saleStatuses, "byHand", "refundFailed", "claim", "unreadable"] as const;

export type SaleFilter = (typeof saleFilters)[number];

export function parseSaleFilter(raw: string | null): SaleFilter | undefined {
  return saleFilters.find((filter) => filter === raw);
}

export const saleSorts = ["highest", "lowest"] as const;

export type SaleSort = (typeof saleSorts)[number];

/** Undefined for the order by date. */
export function parseSaleSort(raw: string | null): SaleSort | undefined {
  return saleSorts.find((sort) => sort === raw);
}

export function parseMethodFilter(raw: string | null): PaymentMethod | undefined {
  return paymentMethods.find((method) => method === raw);
}
