import { type ReactNode, useMemo } from "react";
import { type Currency, formatMoney } from "~/i18n/money";
import { MoreTexts } from "~/i18n/texts";
import { useLocale, useText } from "~/i18n/use-locale";

export interface CreditView {
  lessons: { title: string; paidCents: number }[];
  listPriceCents: number;
  /** 0 if the rest is less than can be charged. */
  restCents: number;
}

/** Limits the lessons named in the sum; the rest is one line. */
const maxNamed = 5;

interface CreditNoteProps {
  credit: CreditView;
  currency: Currency;
  /** Another payment comes first: there is a discount, but nothing to pay now. */
  isHeld: boolean;
}

/** The sum behind a course's price for somebody who owns lessons of it. */
export function CreditNote({ credit, currency, isHeld }: CreditNoteProps) {
  const t = useText();
  const locale = useLocale();
  const { lessons, listPriceCents, restCents } = credit;
  const amount = (cents: number) => formatMoney(cents, currency, locale);
  const named = lessons.slice(0, maxNamed);
  const others = lessons.slice(maxNamed);
  const many = lessons.length > 1;
  const count = lessons.length;
  return (
    <div className="rounded-card bg-success-soft p-4 text-on-success-soft">
      <p className="font-bold">
        {restCents === 0
          ? t("coursePage.paidByLessons")
          : isHeld
            ? t(many ? "coursePage.discount" : "coursePage.discountOne", {
                count,
                amount: amount(listPriceCents - restCents),
              })
            : t(many ? "coursePage.have" : "coursePage.haveOne", { count, price: amount(restCents) })}
      </p>
      <dl className="mt-2 space-y-1 text-sm">
        <Line label={t("coursePage.wholeCourse")} amount={amount(listPriceCents)} />
        {named.map(({ title, paidCents }) => (
          <Line key={title} label={title} amount={`− ${amount(paidCents)}`} />
        ))}
        {others.length > 0 && (
          <Line
            label={t("coursePage.moreLessons", { count: others.length })}
            amount={`− ${amount(others.reduce((sum, { paidCents }) => sum + paidCents, 0))}`}
          />
        )}
        {restCents === 0 && <Line label={t("coursePage.left")} amount={t("coursePage.nothing")} />}
      </dl>
      {restCents === 0 && <p className="mt-2 text-sm">{t("coursePage.whilePaid")}</p>}
    </div>
  );
}

function Line({ label, amount }: { label: string; amount: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="min-w-0 [overflow-wrap:anywhere]">{label}</dt>
      <dd className="shrink-0 tabular-nums">{amount}</dd>
    </div>
  );
}

/** Replaces "video" with "course" in texts. `buy`: the buy button's label, if it has the rest to pay. */
export function WordCourse({ buy, children }: { buy?: string | undefined; children: ReactNode }) {
  const t = useText();
  const texts = useMemo(
    () => ({
      salesPage: {
        own: t("coursePage.ownCourse"),
        oneTime: t("coursePage.whole"),
        about: t("coursePage.about"),
        videos: t("coursePage.courses"),
      },
      asks: { title: t("coursePage.asks") },
      ...(buy && { marketplace: { buy } }),
    }),
    [t, buy],
  );
  return <MoreTexts texts={texts}>{children}</MoreTexts>;
}
