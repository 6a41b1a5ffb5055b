import { formatMoney } from "~/i18n/money";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Icon } from "~/ui/icons";
import { classNames } from "~/ui/looks";
import { BackLink, PageHeader } from "~/ui/page-frame/page-header";
import { PageLinks } from "~/ui/page-links";
import type { PayoutView } from "./payout-history";
import { PayoutStatusBadge } from "./payout-status";
import type { StatementLineKind } from "./statement-line";

export interface ShownStatement {
  payout: PayoutView;
  openingCents: number;
  closingCents: number;
  lines: readonly {
    id: number;
    kind: StatementLineKind;
    title: string | null;
    date: string;
    cents: number;
    balanceCents: number;
  }[];
  next: number | undefined;
  first: boolean;
}

type StatementViewProps = {
  statement: ShownStatement;
  /** Base of the file's and the next page's address. */
  path: string;
  back: { to: string; text: string };
};

export function StatementView({ statement, path, back }: StatementViewProps) {
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  const { payout, lines, next, first } = statement;
  return (
    <>
      <PageHeader
        above={<BackLink {...linkTo(back.to)}>{back.text}</BackLink>}
        title={t("payouts.statementOf", { amount: payout.amount })}
        description={
          <>
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <PayoutStatusBadge status={payout.status} />
              {payout.decided ?? payout.date}
            </span>
            {payout.bankReference && (
              <span className="mt-1 block break-words">
                {t("payouts.reference", { reference: payout.bankReference })}
              </span>
            )}
            {payout.failure && (
              <span className="mt-1 block break-words">
                {t("payouts.reason", { reason: payout.failure })}
              </span>
            )}
          </>
        }
        actions={
          <>
            <ButtonLink {...linkTo(`${path}/statement.pdf`)} variant="secondary" reloadDocument>
              <Icon name="download" />
              {t("payouts.statementPdf")}
            </ButtonLink>
            <ButtonLink {...linkTo(`${path}/statement.csv`)} variant="secondary" reloadDocument>
              <Icon name="download" />
              {t("payouts.statementCsv")}
            </ButtonLink>
          </>
        }
        className="mb-8"
      />
      <Card>
        <div className="flex items-center justify-between bg-sunken px-5 py-3 font-semibold">
          <span>{t("payouts.opening")}</span>
          <span className="tabular-nums">{formatMoney(statement.openingCents, "BRL", locale)}</span>
        </div>
        {!first && <p className="px-5 py-2 text-sm text-ink-faint">…</p>}
        <table className="w-full">
          {/* On a phone the only column of money needs no visible name. */}
          <thead className="text-sm text-ink-soft max-sm:sr-only">
            <tr>
              <th scope="col" className="px-5 py-3 text-left font-semibold">
                {t("payouts.line")}
              </th>
              <th scope="col" className="py-3 pr-5 pl-2 text-right font-semibold">
                {t("payouts.amount")}
              </th>
              <th scope="col" className="hidden py-3 pr-5 text-right font-semibold sm:table-cell">
                {t("payouts.balance")}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-y border-line">
            {lines.map((line) => (
              <tr key={line.id}>
                <td className="px-5 py-3">
                  <span className="block break-words">
                    {t(`payouts.lines.${line.kind}`)}
                    {line.title && <span className="text-ink-soft">: {line.title}</span>}
                  </span>
                  <span className="block text-sm text-ink-faint">{line.date}</span>
                </td>
                <td
                  className={classNames(
                    "py-3 pr-5 pl-2 text-right align-top font-semibold whitespace-nowrap tabular-nums",
                    line.cents < 0 && "text-danger-ink",
                  )}
                >
                  {formatMoney(line.cents, "BRL", locale)}
                </td>
                <td className="hidden py-3 pr-5 text-right align-top whitespace-nowrap text-ink-soft tabular-nums sm:table-cell">
                  {formatMoney(line.balanceCents, "BRL", locale)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {next && <p className="px-5 py-3 text-sm text-ink-faint">{t("payouts.continued")}</p>}
        <div className="flex items-center justify-between bg-sunken px-5 py-3 font-semibold">
          <span>{t("payouts.closing")}</span>
          <span className="tabular-nums">{formatMoney(statement.closingCents, "BRL", locale)}</span>
        </div>
      </Card>
      <PageLinks next={next ? { ...linkTo(`${path}?after=${next}`), label: t("payouts.more") } : undefined} />
    </>
  );
}
