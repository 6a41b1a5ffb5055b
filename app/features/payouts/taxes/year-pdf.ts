import type { PdfBlock, PdfHead } from "~/features/base/documents/pdf-document";
import { formatMoney } from "~/features/base/money/money";

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
  name: string;
  taxId: string | null | undefined;
  months: readonly (Figures & { month: string })[];
  total: Figures;
}

const money = (cents: number) => formatMoney(cents, "BRL");

const cellsOf = (figures: Figures) => [
  money(figures.grossCents),
  money(figures.backCents),
  money(figures.commissionCents),
  money(figures.earnedCents),
  money(figures.adjustedCents),
  money(figures.paidCents),
];

/** Returns a creator's year as a document: the same figures as its page. `payer`: who pays out. */
export function describeYear(year: Year, payer: string): { head: PdfHead; blocks: PdfBlock[] } {
  return {
    head: {
      title: `Informe anual de ${year.year}`,
      language: "pt-BR",
      issuer: payer,
      pageLabel: "Página",
    },
    blocks: [
      {
        kind: "facts",
        rows: [
          ["Criador", year.name],
          ["CPF ou CNPJ", year.taxId ?? "não informado"],
          ["Fonte pagadora", payer],
        ],
      },
      {
        kind: "table",
        columns: [
          { title: "Mês", width: 10 },
          ...["Vendas", "Devoluções", "Comissão", "Ganhos", "Ajustes", "Repasses"].map((title) => ({
            title,
            width: 15,
            right: true,
          })),
        ],
      },
      {
        kind: "rows",
        rows: year.months.map((month) => [
          `${month.month.slice(5, 7)}/${month.month.slice(0, 4)}`,
          ...cellsOf(month),
        ]),
      },
      { kind: "rows", strong: true, rows: [["Total", ...cellsOf(year.total)]] },
      {
        kind: "text",
        text: "Valores em reais, pela data de pagamento de cada venda (horário de São Paulo). Ganhos são as vendas menos as devoluções e a comissão; repasses são o que foi enviado no mês.",
      },
      { kind: "text", text: "Consulte o seu contador sobre os impostos devidos." },
    ],
  };
}
