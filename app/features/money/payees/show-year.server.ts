import { findFullName } from "~/features/base/accounts/accounts.queries.server";
import { byteOrderMark, formatCsvRow } from "~/features/base/documents/csv";
import { formatDay } from "~/i18n/dates";
import type { Locale } from "~/i18n/languages";
import type { Text } from "~/i18n/texts";
import type { Services } from "~/platform/services";
import { boundsOfYear, listTaxYears, writeMonth } from "./report-periods";
import { showTaxId, writeWholeTaxId } from "./stored-tax-id.server";
import { listMonthFigures, type MonthFigures, readCreatorMonths } from "./tax.queries.server";

type YearQuery = { creatorId: string; year: number };

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

const columns = ["gross", "back", "commission", "earned", "adjusted", "paid"] as const;

export async function* writeYearCsv(
  { db }: Pick<Services, "db">,
  { creatorId, year }: YearQuery,
  t: Text,
): AsyncGenerator<string> {
  const months = await listMonthFigures(db, { creatorId, ...boundsOfYear(year) });
  const titles = [t("payouts.yearMonth"), ...columns.map((column) => `${t(`payouts.year_${column}`)} (R$)`)];
  yield byteOrderMark + formatCsvRow(titles) + months.map(formatMonth).join("");
}

function formatMonth(figures: MonthFigures): string {
  return formatCsvRow([
    writeMonth(figures.month),
    figures.grossCents,
    figures.backCents,
    figures.commissionCents,
    figures.earnedCents,
    figures.adjustedCents,
    figures.paidCents,
  ]);
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
