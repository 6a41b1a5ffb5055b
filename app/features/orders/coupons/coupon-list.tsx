import { Form, useNavigation } from "@remix-run/react";
import { formatMoney } from "~/i18n/money";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { CopyButton } from "~/ui/copy-text";
import { Icon } from "~/ui/icons";
import { buttonLook } from "~/ui/looks";
import { Menu } from "~/ui/page-frame/mobile-menu";

export interface ListedCoupon extends ShownTerms {
  code: string;
  percent: number | null;
  amountCents: number | null;
  state: "on" | "coming" | "ended" | "over" | "usedUp";
  used: number;
  maxUses: number | null;
  /** Of a coupon for only one product. */
  productId: string | undefined;
}

const states = {
  on: "coupons.stateOn",
  coming: "coupons.stateComing",
  ended: "coupons.stateEnded",
  over: "coupons.stateOver",
  usedUp: "coupons.stateUsedUp",
} as const;

interface CouponListProps {
  /** `link`: the page with the coupon; the platform's have none. */
  coupons: readonly (ListedCoupon & { link?: string })[];
  older: string | undefined;
}

export function CouponList({ coupons, older }: CouponListProps) {
  const t = useText();
  const linkTo = useLinkTo();
  if (coupons.length === 0) return <p className="text-ink-soft">{t("coupons.none")}</p>;
  const isCurrent = ({ state }: ListedCoupon) => state === "on" || state === "coming";
  const current = coupons.filter(isCurrent);
  const past = coupons.filter((coupon) => !isCurrent(coupon));
  return (
    <>
      <Card as="section" aria-labelledby="coupons">
        <h2 id="coupons" className="px-4 py-4 text-xl sm:px-6">
          {t("coupons.yours")}
        </h2>
        <ul className="divide-y divide-line border-t border-line">
          {current.map((coupon) => (
            <CouponRow key={coupon.code} coupon={coupon} />
          ))}
        </ul>
        {past.length > 0 && (
          <details className="group border-t border-line">
            <summary className="flex min-h-14 items-center gap-4 px-4 font-semibold sm:px-6">
              {t("coupons.past")}
              <span className="ml-auto font-normal text-ink-soft tabular-nums">{past.length}</span>
              <Icon name="chevron-down" className="size-5 transition-transform group-open:rotate-180" />
            </summary>
            <ul className="divide-y divide-line border-t border-line">
              {past.map((coupon) => (
                <CouponRow key={coupon.code} coupon={coupon} />
              ))}
            </ul>
          </details>
        )}
      </Card>
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

function CouponRow({ coupon }: { coupon: CouponListProps["coupons"][number] }) {
  const t = useText();
  const { code, state, used, maxUses, link } = coupon;
  return (
    <li className="grid items-center gap-x-6 gap-y-1 px-4 py-4 *:min-w-0 sm:px-6 lg:grid-cols-[minmax(0,2fr)_8rem_minmax(0,2fr)_auto]">
      <div>
        <h3 className="font-sans text-base font-bold tracking-wide [overflow-wrap:anywhere]">{code}</h3>
        {link && state !== "ended" && (
          <p className="truncate text-sm text-ink-soft select-all" title={link}>
            {link.replace(/^https?:\/\//, "")}
          </p>
        )}
      </div>
      <p className="font-bold">
        <CouponDiscount {...coupon} />
      </p>
      <p className="text-sm text-ink-soft">
        {state !== "on" && <strong className="font-semibold text-ink">{t(states[state])}. </strong>}
        <CouponTerms
          {...coupon}
          uses={
            maxUses === null
              ? t(used === 1 ? "coupons.usedOne" : "coupons.used", { used })
              : t("coupons.usedOf", { used, max: maxUses })
          }
        />
      </p>
      <div className="flex items-center gap-1 lg:justify-end">
        {link && state === "on" && (
          <>
            <CopyButton
              text={link}
              copyLabel={t("coupons.copy")}
              copiedLabel={t("coupons.copied")}
              label={t("coupons.copyOf", { code })}
              look="small"
            />
            <a
              href={`https://wa.me/?text=${encodeURIComponent(link)}`}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t("coupons.shareOf", { code })}
              className={buttonLook("quiet", "small", "px-3")}
            >
              <Icon name="share" />
            </a>
          </>
        )}
        {state !== "ended" && <EndForm code={code} />}
      </div>
    </li>
  );
}

function EndForm({ code }: { code: string }) {
  const t = useText();
  const { formData } = useNavigation();
  return (
    <Menu
      label={t("coupons.moreOf", { code })}
      button={<Icon name="dots" />}
      className="relative"
      panelClassName="right-0 z-10 w-48 rounded-card border border-line p-2 max-lg:right-auto max-lg:left-0"
    >
      <Form method="post">
        <input type="hidden" name="intent" value="end" />
        <input type="hidden" name="code" value={code} />
        <Button
          variant="quiet"
          size="small"
          className="w-full"
          pending={formData?.get("intent") === "end" && formData.get("code") === code}
          aria-label={t("coupons.endOf", { code })}
        >
          {t("coupons.end")}
        </Button>
      </Form>
    </Menu>
  );
}

interface ShownTerms {
  perPerson: number | null;
  firstOnly: boolean;
  products: number;
  /** Formatted days. */
  from: string | null;
  until: string | null;
}

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

/** `uses`: used and allowed uses, as text. */
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
