import { formatMoney } from "~/i18n/money";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { PrintButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icons";
import { TextLink } from "~/ui/link";
import { buttonLook } from "~/ui/looks";
import { BackLink, PageHeader } from "~/ui/page-frame/page-header";
import { nameYear, writeMonth } from "./report-periods";
import type { YearView } from "./show-year.server";

interface YearReportProps {
  shown: YearView;
  payer: string;
  path: string;
  back: { to: string; text: string };
  pdf?: boolean;
}

const columns = ["gross", "back", "commission", "earned", "adjusted", "paid"] as const;

export function YearReport({ shown, payer, path, back, pdf }: YearReportProps) {
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  const { year, years, name, taxId, months, total } = shown;
  const money = (cents: number) => formatMoney(cents, "BRL", locale);
  return (
    <>
      <PageHeader
        above={
          <BackLink {...linkTo(back.to)} className="print:hidden">
            {back.text}
          </BackLink>
        }
        title={nameYear(shown, t)}
        description={
          <p className="break-words">
            {name}
            <br />
            {taxId ?? t("payouts.yearNoTaxId")}
            <br />
            {t("payouts.yearPayer", { name: payer })}
          </p>
        }
        actions={
          <>
            <PrintButton>{t("payouts.yearPrint")}</PrintButton>
            {pdf && (
              <a
                href={linkTo(`${path}.pdf?year=${year}`).to}
                className={`${buttonLook("secondary", "small")} print:hidden`}
              >
                <Icon name="download" />
                PDF
              </a>
            )}
            <a
              href={linkTo(`${path}.csv?year=${year}`).to}
              className={`${buttonLook("secondary", "small")} print:hidden`}
            >
              <Icon name="download" />
              CSV
            </a>
          </>
        }
        className="mb-4"
      />
      <nav aria-label={t("payouts.yearOthers")} className="mb-6 flex flex-wrap gap-x-5 print:hidden">
        {years.map((other) => (
          <TextLink
            key={other}
            {...linkTo(`${path}?year=${other}`)}
            aria-current={other === year ? "page" : undefined}
          >
            {String(other)}
          </TextLink>
        ))}
      </nav>
      {months.length === 0 ? (
        <EmptyState title={t("payouts.yearNothing", { year })} />
      ) : (
        <div className="space-y-4">
          {[
            ...months.map(({ month, invoiceNumber, invoiceLink, ...cents }) => ({
              title: month,
              cents,
              invoice: invoiceNumber === null ? null : { number: invoiceNumber, link: invoiceLink },
            })),
            { title: "", cents: total, invoice: null },
          ].map(({ title, cents, invoice }) => (
            <Card key={title} as="section" className="p-5 print:p-3 print:shadow-none">
              <h2 className="text-lg">{title ? writeMonth(title) : t("payouts.yearTotal")}</h2>
              <dl className="mt-2 grid gap-x-8 gap-y-1 sm:grid-cols-2 lg:grid-cols-3 print:grid-cols-3">
                {columns.map((column) => (
                  <div key={column} className="flex flex-wrap justify-between gap-x-4">
                    <dt className="text-ink-soft">{t(`payouts.year_${column}`)}</dt>
                    <dd className="font-semibold whitespace-nowrap tabular-nums">
                      {money(cents[`${column}Cents`])}
                    </dd>
                  </div>
                ))}
              </dl>
              {invoice && <InvoiceLine {...invoice} />}
            </Card>
          ))}
        </div>
      )}
      <p className="mt-6 max-w-prose text-sm text-ink-soft">{t("payouts.yearText")}</p>
    </>
  );
}

/** The NFS-e of a month's commission. `month`: if no title names it. */
export function InvoiceLine({
  number,
  link,
  month,
}: {
  number: string;
  link: string | null;
  month?: string;
}) {
  const t = useText();
  const text = month
    ? t("payouts.invoiceOf", { month: writeMonth(month), number })
    : t("payouts.invoice", { number });
  return (
    <p className="mt-2 break-words">
      {link ? (
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {text}
        </a>
      ) : (
        text
      )}
    </p>
  );
}
