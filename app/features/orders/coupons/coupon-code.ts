import { plainCode } from "~/ui/forms/plain-code";

/** The query parameter of a product's page and purchase, and the field of its buy form. */
export const couponParameter = "cupom";
export const couponField = "coupon";

/** In characters. */
export const codeMaxLength = 30;

/** In characters; typed codes may contain spaces. */
const typedMaxLength = 100;

const code = /^[A-Z0-9][A-Z0-9-]{1,28}[A-Z0-9]$/;

export function parseCouponCode(typed: string | null | undefined): string | undefined {
  const text = plainCode(typed ?? "").toUpperCase();
  return code.test(text) ? text : undefined;
}

/** Like `parseCouponCode`, but allows spaces. */
export function readTypedCode(typed: string | null | undefined): string | undefined {
  return parseCouponCode(typed?.slice(0, typedMaxLength).replace(/\s/g, ""));
}

export function withCoupon(path: string, code: string | undefined): string {
  return code
    ? `${path}${path.includes("?") ? "&" : "?"}${couponParameter}=${encodeURIComponent(code)}`
    : path;
}
