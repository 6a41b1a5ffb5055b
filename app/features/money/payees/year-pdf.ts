import type { PdfBlock, PdfHead } from "~/features/base/documents/pdf-document";
import { languages } from "~/i18n/languages";
import { formatMoney } from "~/i18n/money";
import type { PageTexts } from "~/i18n/texts";
import { nameYear, writeMonth } from "./report-periods";

interface Figures {
  grossCents: number;
  backCents: number;
  commissionCents: number;
  earnedCents: number;
  adjustedCents: number;
  paidCents: number;
}

interface Year {
  year: number;
  partialUntil: string | undefined;
  name: string;
  taxId: string | null | undefined;
  months: readonly (Figures & { month: string })[];
  total: Figures;
}

const cellsOf = (figures: Figures, money: (cents: number) => string) => [
  money(figures.grossCents),
  money(figures.backCents),
  money(figures.commissionCents),
  money(figures.earnedCents),
  money(figures.adjustedCents),
  money(figures.paidCents),
];

const columns = ["gross", "back", "commission", "earned", "adjusted", "paid"] as const;

export function describeYear(
  year: Year,
  payer: string,
  { locale, text: t }: PageTexts,
): { head: PdfHead; blocks: PdfBlock[] } {
  const money = (cents: number) => formatMoney(cents, "BRL", locale);
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
        rows: year.months.map((month) => [writeMonth(month.month), ...cellsOf(month, money)]),
      },
      { kind: "rows", strong: true, rows: [["Total", ...cellsOf(year.total, money)]] },
      { kind: "text", text: t("payouts.yearText") },
      { kind: "text", text: t("payouts.yearAccountant") },
    ],
  };
}
