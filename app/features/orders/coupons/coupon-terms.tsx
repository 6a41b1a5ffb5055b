import { formatMoney } from "~/features/base/money/money";
import { useLocale, useText } from "~/i18n/use-locale";

export interface ShownTerms {
  perPerson: number | null;
  firstOnly: boolean;
  products: number;
  /** Days as they are shown. */
  from: string | null;
  until: string | null;
}

/** The discount of a coupon in words: a part of the price, or an amount in cents. */
export function CouponDiscount({
  percent,
  amountCents,
}: {
  percent: number | null;
  amountCents: number | null;
}) {
  const t = useText();
  const locale = useLocale();
  const discount =
    percent === null ? formatMoney(amountCents ?? 0, "BRL", locale) : t("coupons.percentValue", { percent });
  return <>{discount}</>;
}

/** The conditions of a coupon in a line. `uses`: how often it was and may be used. */
export function CouponTerms({
  uses,
  perPerson,
  firstOnly,
  products,
  from,
  until,
}: ShownTerms & { uses: string }) {
  const t = useText();
  const span =
    from && until
      ? t("coupons.span", { from, until })
      : from
        ? t("coupons.spanFrom", { from })
        : until
          ? t("coupons.spanUntil", { until })
          : "";
  const terms = [
    uses,
    products === 0
      ? t("coupons.all")
      : t(products === 1 ? "coupons.someOne" : "coupons.some", { count: products }),
    span,
    perPerson === null ? "" : t(perPerson === 1 ? "coupons.eachOne" : "coupons.each", { count: perPerson }),
    firstOnly ? t("coupons.onlyFirst") : "",
  ];
  return <>{terms.filter((term) => term !== "").join(", ")}</>;
}
