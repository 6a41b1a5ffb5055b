import { findFullName } from "~/features/base/accounts/accounts.queries.server";
import { byteOrderMark, formatCsvRow } from "~/features/base/documents/csv";
import type { PdfBlock, PdfHead } from "~/features/base/documents/pdf-document";
import { formatDay } from "~/i18n/dates";
import { type Locale, languages } from "~/i18n/languages";
import { formatMoney } from "~/i18n/money";
import type { PageTexts, Text } from "~/i18n/texts";
import type { Services } from "~/platform/services";
import { boundsOfYear, listTaxYears, nameYear, writeMonth } from "./report-periods";
import { showTaxId, writeWholeTaxId } from "./stored-tax-id.server";
import { listMonthFigures, type MonthFigures, readCreatorMonths } from "./tax.queries.server";

type YearQuery = { creatorId: string; year: number };

const columns = ["gross", "back", "commission", "earned", "adjusted", "paid"] as const;

type Figures = Pick<MonthFigures, `${(typeof columns)[number]}Cents`>;

export type YearView = Awaited<ReturnType<typeof showYear>>;

/** In cents of BRL. */
export async function showYear(
  services: Pick<Services, "db" | "secretBox" | "log" | "clock">,
  { creatorId, year, locale }: YearQuery & { locale?: Locale },
) {
  const now = services.clock();
  const [name, taxId, months] = await Promise.all([
    findFullName(services.db, creatorId),
    showTaxId(services, creatorId),
    listMonthFigures(services.db, { creatorId, ...boundsOfYear(year) }),
  ]);
  const sum = (of: (month: MonthFigures) => number) => months.reduce((total, month) => total + of(month), 0);
  return {
    year,
    years: listTaxYears(now),
    /** Last reported day of a year that is not over. */
    partialUntil: boundsOfYear(year).to > now ? formatDay(now, locale) : undefined,
    name: name ?? "",
    taxId,
    months,
    total: {
      grossCents: sum(({ grossCents }) => grossCents),
      backCents: sum(({ backCents }) => backCents),
      commissionCents: sum(({ commissionCents }) => commissionCents),
      earnedCents: sum(({ earnedCents }) => earnedCents),
      adjustedCents: sum(({ adjustedCents }) => adjustedCents),
      paidCents: sum(({ paidCents }) => paidCents),
    },
  };
}

export async function* writeYearCsv(
  { db }: Pick<Services, "db">,
  { creatorId, year }: YearQuery,
  t: Text,
): AsyncGenerator<string> {
  const months = await listMonthFigures(db, { creatorId, ...boundsOfYear(year) });
  const titles = [t("payouts.yearMonth"), ...columns.map((column) => `${t(`payouts.year_${column}`)} (R$)`)];
  const rows = months.map((figures) =>
    formatCsvRow([writeMonth(figures.month), ...columns.map((column) => figures[`${column}Cents`])]),
  );
  yield byteOrderMark + formatCsvRow(titles) + rows.join("");
}

const titles = ["Criador", "CPF ou CNPJ", "E-mail", "Mês", "Vendas (R$)", "Reembolsos (R$)", "Comissão (R$)"];

/**
 * The platform's commission by creator and month, for the accountant's service invoices (NFS-e), with unmasked tax ids.
 * Reads as fast as the client, to bound the memory.
 */
export async function* writeCommissionCsv(
  services: Pick<Services, "db" | "secretBox" | "log">,
  year: number,
): AsyncGenerator<string> {
  yield byteOrderMark + formatCsvRow(titles);
  for await (const months of readCreatorMonths(services.db, boundsOfYear(year))) {
    yield months
      .filter(({ grossCents, backCents, commissionCents }) => grossCents || backCents || commissionCents)
      .map((month) =>
        formatCsvRow([
          month.name,
          writeWholeTaxId(services, { userId: month.creatorId, sealed: month.taxId }),
          month.email,
          writeMonth(month.month),
          month.grossCents,
          month.backCents,
          month.commissionCents,
        ]),
      )
      .join("");
  }
}

export function describeYear(
  year: YearView,
  payer: string,
  { locale, text: t }: PageTexts,
): { head: PdfHead; blocks: PdfBlock[] } {
  const cellsOf = (figures: Figures) =>
    columns.map((column) => formatMoney(figures[`${column}Cents`], "BRL", locale));
  return {
    head: {
      title: nameYear(year, t),
      language: languages[locale].tag,
      issuer: payer,
      pageLabel: t("payouts.page"),
    },
    blocks: [
      {
        kind: "facts",
        rows: [
          [t("payouts.yearToCreator"), year.name],
          [t("creator.taxId"), year.taxId ?? t("payouts.yearNoTaxId")],
          [t("payouts.yearPayerName"), payer],
        ],
      },
      {
        kind: "table",
        columns: [
          { title: t("payouts.yearMonth"), width: 10 },
          ...columns.map((column) => ({ title: t(`payouts.year_${column}`), width: 15, right: true })),
        ],
      },
      {
        kind: "rows",
        rows: year.months.map((month) => [writeMonth(month.month), ...cellsOf(month)]),
      },
      { kind: "rows", strong: true, rows: [["Total", ...cellsOf(year.total)]] },
      { kind: "text", text: t("payouts.yearText") },
      { kind: "text", text: t("payouts.yearAccountant") },
    ],
  };
}
