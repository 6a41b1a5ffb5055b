import { Form, useNavigation } from "@remix-run/react";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { CouponDiscount, CouponTerms, type ShownTerms } from "./coupon-terms";

export interface ListedCoupon extends ShownTerms {
  code: string;
  percent: number | null;
  amountCents: number | null;
  state: "on" | "ended" | "over" | "usedUp";
  used: number;
  maxUses: number | null;
}

const states = {
  on: "coupons.stateOn",
  ended: "coupons.stateEnded",
  over: "coupons.stateOver",
  usedUp: "coupons.stateUsedUp",
} as const;

interface CouponListProps {
  coupons: readonly ListedCoupon[];
  /** Where the older ones are. */
  older: string | undefined;
}

/** The coupons of a creator or of the platform, the newest first, each with a button that ends it. */
export function CouponList({ coupons, older }: CouponListProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const { formData } = useNavigation();
  if (coupons.length === 0) return <p className="text-ink-soft">{t("coupons.none")}</p>;
  return (
    <>
      <ul className="space-y-4">
        {coupons.map((coupon) => (
          <li key={coupon.code}>
            <Card className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 p-4 sm:p-5">
              <div className="min-w-0">
                <h2 className="text-lg tracking-wide [overflow-wrap:anywhere]">{coupon.code}</h2>
                <p className="font-semibold">
                  <CouponDiscount {...coupon} />
                  {" · "}
                  {t(states[coupon.state])}
                </p>
                <p className="text-sm text-ink-soft">
                  <CouponTerms
                    {...coupon}
                    uses={
                      coupon.maxUses === null
                        ? t("coupons.used", { used: coupon.used })
                        : t("coupons.usedOf", { used: coupon.used, max: coupon.maxUses })
                    }
                  />
                </p>
                {coupon.state === "on" && (
                  <p className="mt-1 text-sm text-ink-soft">
                    {t("coupons.link", { query: `?cupom=${coupon.code}` })}
                  </p>
                )}
              </div>
              {coupon.state !== "ended" && (
                <Form method="post">
                  <input type="hidden" name="intent" value="end" />
                  <input type="hidden" name="code" value={coupon.code} />
                  <Button
                    variant="quiet"
                    size="small"
                    pending={formData?.get("intent") === "end" && formData.get("code") === coupon.code}
                    aria-label={t("coupons.endOf", { code: coupon.code })}
                  >
                    {t("coupons.end")}
                  </Button>
                </Form>
              )}
            </Card>
          </li>
        ))}
      </ul>
      {older && (
        <div className="mt-6 flex justify-center">
          <ButtonLink {...linkTo(older)} variant="secondary">
            {t("coupons.older")}
          </ButtonLink>
        </div>
      )}
    </>
  );
}
