import { plainCode } from "~/ui/forms/plain-code";

/** The query parameter of a product's page and of its purchase, and the field of its buy form. */
export const couponParameter = "cupom";
export const couponField = "coupon";

/** Limits a code, in characters. */
export const codeMaxLength = 30;

/** Of what a buyer types, which may contain spaces. */
const typedMaxLength = 100;

const code = /^[A-Z0-9][A-Z0-9-]{1,28}[A-Z0-9]$/;

/** Reads a coupon's code in any case; undefined if it cannot be one. */
export function parseCouponCode(typed: string | null | undefined): string | undefined {
  const text = plainCode(typed ?? "").toUpperCase();
  return code.test(text) ? text : undefined;
}

/** Reads the code that a buyer types, with or without spaces; undefined if it cannot be one. */
export function readTypedCode(typed: string | null | undefined): string | undefined {
  return parseCouponCode(typed?.slice(0, typedMaxLength).replace(/\s/g, ""));
}

/** Adds a code to one of our paths. */
export function withCoupon(path: string, code: string | undefined): string {
  return code
    ? `${path}${path.includes("?") ? "&" : "?"}${couponParameter}=${encodeURIComponent(code)}`
    : path;
}
