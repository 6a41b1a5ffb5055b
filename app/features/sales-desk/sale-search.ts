import { parseId } from "~/features/fields/record-id";

/** How an administrator's search for sales is meant. */
export type SaleSearch =
  | { by: "saleId"; saleId: string }
  /** Stripe's name for its checkout, payment or charge. */
  | { by: "checkout_session_id" | "payment_intent_id" | "charge_id"; name: string }
  /** The buyer's or the creator's. */
  | { by: "email"; email: string }
  | { by: "title"; title: string };

const names = [
  [/^cs_/, "checkout_session_id"],
  [/^pi_/, "payment_intent_id"],
  [/^(?:ch|py)_/, "charge_id"],
] as const;

/** The longest search taken, in characters: longer than any e-mail or code. */
export const saleSearchMaxLength = 300;

/** Reads a search as it was typed. NUL, which PostgreSQL cannot hold, is left out. */
export function parseSaleSearchText(raw: string | null): string {
  return (raw ?? "").replaceAll("\0", "").trim().slice(0, saleSearchMaxLength);
}

/** Decides it by what the text looks like; undefined for none. */
export function decideSaleSearch(typed: string): SaleSearch | undefined {
  const text = typed.trim();
  if (text === "") return undefined;
  const saleId = parseId(text);
  if (saleId) return { by: "saleId", saleId };
  const named = names.find(([pattern]) => pattern.test(text));
  if (named) return { by: named[1], name: text };
  if (/^\S+@\S+$/.test(text)) return { by: "email", email: text };
  return { by: "title", title: text };
}
