import type { PdfBlock, PdfColumn, PdfHead } from "~/features/base/documents/pdf-document";
import type { Account } from "~/features/money/ledger/movement-position";
import { writeMonth } from "~/features/money/payees/report-periods";
import { writeWholeTaxId } from "~/features/money/payees/stored-tax-id.server";
import { type CreatorMonth, readCreatorMonths } from "~/features/money/payees/tax.queries.server";
import { formatDateTime } from "~/i18n/dates";
import { type Currency, currencies, formatMoney } from "~/i18n/money";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import {
  boundsOfMonth,
  chartOfAccounts,
  type Month,
  type MonthMovement,
  type MonthSummary,
  sumByAccount,
  summariseMonth,
} from "./accounting";
import { type AccountBalance, readSnapshot, sumBefore, sumMonthMovements } from "./accounting.queries.server";

/** Says if the month is not over. `issuer`: the company with its CNPJ. */
export function headOfMonth(month: Month, issuer: string, now: Date): PdfHead {
  const isOver = boundsOfMonth(month).to <= now;
  return {
    title: isOver
      ? `Fechamento de ${writeMonth(month)}`
      : `Parcial de ${writeMonth(month)}, até ${formatDateTime(now)}`,
    language: "pt-BR",
    issuer,
    pageLabel: "Página",
  };
}

/** Read from one snapshot as it is drawn, a hundred creators at a time, to bound the memory. */
export async function* describeMonth(
  services: Pick<Services, "db" | "secretBox" | "log">,
  month: Month,
): AsyncGenerator<PdfBlock> {
  yield* readSnapshot(services.db, (db) => readMonth({ ...services, db }, month));
}

async function* readMonth(
  services: { db: Db } & Pick<Services, "secretBox" | "log">,
  month: Month,
): AsyncGenerator<PdfBlock> {
  const { from, to } = boundsOfMonth(month);
  const opening = await sumBefore(services.db, from);
  const movements = await sumMonthMovements(services.db, { from, to });
  for (const currency of currencies) {
    const ofCurrency = movements.filter((movement) => movement.currency === currency);
    const before = opening.filter((balance) => balance.currency === currency);
    if (currency !== "BRL" && ofCurrency.length === 0 && before.every(({ cents }) => cents === 0)) continue;
    yield* describeCurrency(currency, { movements: ofCurrency, opening: before });
  }
  yield { kind: "heading", text: "Tributos" };
  yield {
    kind: "text",
    text: "Os tributos sobre a comissão e sobre os repasses não são calculados aqui: ficam a cargo do contador. Os repasses são valores de terceiros, recebidos em nome dos criadores.",
  };
  yield* describeCommission(services, { from, to });
}

function* describeCurrency(
  currency: Currency,
  { movements, opening }: { movements: readonly MonthMovement[]; opening: readonly AccountBalance[] },
): Generator<PdfBlock> {
  const money = (cents: number) => formatMoney(cents, currency);
  const titled = (text: string) => (currency === "BRL" ? text : `${text} (${currency})`);
  for (const { heading, rows } of listFigures(summariseMonth(movements))) {
    yield { kind: "heading", text: titled(heading) };
    yield { kind: "facts", right: true, rows: rows.map(([name, cents]) => [name, money(cents)] as const) };
  }
  yield { kind: "heading", text: titled("Saldos das contas") };
  yield {
    kind: "text",
    text: "Saldo credor positivo, devedor negativo. As mesmas contas e lançamentos do razão do mês.",
  };
  yield { kind: "table", columns: balanceColumns };
  yield { kind: "rows", rows: listBalances({ movements, opening }).map((row) => writeBalance(row, money)) };
}

const balanceColumns: PdfColumn[] = [
  { title: "Conta", width: 9 },
  { title: "Nome", width: 27 },
  ...["Saldo anterior", "Débitos", "Créditos", "Saldo final"].map((title) => ({
    title,
    width: 16,
    right: true,
  })),
];

interface Figures {
  heading: string;
  rows: (readonly [name: string, cents: number])[];
}

function listFigures(sums: MonthSummary): Figures[] {
  return [
    {
      heading: "Vendas, reembolsos e contestações",
      rows: [
        ["Vendas pagas por compradores", sums.grossCents],
        ["Reembolsos a compradores", -sums.refundedCents],
        ["Perdido em contestações, menos o recuperado", -sums.disputedCents],
        ["Vendas líquidas", sums.netCents],
        ["Comissão da plataforma", sums.commissionCents],
        ["Parte dos criadores", sums.earnedCents],
        ["Pagamentos em duplicidade recebidos", sums.duplicateInCents],
        ["Pagamentos em duplicidade reembolsados", -sums.duplicateOutCents],
        ["Reembolsado além do que foi pago", -sums.lossCents],
      ],
    },
    {
      heading: "Stripe e banco",
      rows: [
        ["Tarifas da Stripe sobre vendas", -sums.saleFeesCents],
        ["Tarifas da Stripe por contestações", -sums.disputeFeesCents],
        ["Outras tarifas da conta na Stripe", -sums.accountFeesCents],
        ["Transferido da Stripe para o banco", sums.toBankCents],
        ["Reembolsado a compradores por transferência bancária", -sums.fromBankToBuyersCents],
        ["Movimentos da Stripe a esclarecer", sums.unexplainedCents],
      ],
    },
    {
      heading: "Repasses e ajustes",
      rows: [
        ["Repasses pagos a criadores", sums.paidOutCents],
        ["Repasses devolvidos pelo banco", -sums.returnedCents],
        ["Devolvido por criadores à plataforma", sums.repaidCents],
        ["Ajustes a favor de criadores, menos os contra", sums.adjustedCents],
        ["Cortesias e ajustes por conta da plataforma", -sums.adjustedByPlatformCents],
      ],
    },
    {
      heading: "Resultado",
      rows: [["Comissão, menos ajustes, tarifas e perdas, antes de tributos", sums.resultCents]],
    },
  ].map(({ heading, rows }) => ({
    heading,
    // Avoids "−R$ 0,00".
    rows: rows.map(([name, cents]) => [name, cents === 0 ? 0 : cents] as [string, number]),
  }));
}

interface MonthBalance {
  code: string;
  name: string;
  openingCents: number;
  debitCents: number;
  creditCents: number;
}

/** Accounts with a balance or movement, by code. */
function listBalances({
  movements,
  opening,
}: {
  movements: readonly MonthMovement[];
  opening: readonly AccountBalance[];
}): MonthBalance[] {
  const balances = new Map<string, MonthBalance>();
  const balanceOf = (account: Account): MonthBalance => {
    const { code, name } = chartOfAccounts[account];
    const balance = balances.get(code) ?? { code, name, openingCents: 0, debitCents: 0, creditCents: 0 };
    balances.set(code, balance);
    return balance;
  };
  for (const { account, cents } of opening) balanceOf(account).openingCents += cents;
  for (const [account, { debitCents, creditCents }] of sumByAccount(movements)) {
    const balance = balanceOf(account);
    balance.debitCents += debitCents;
    balance.creditCents += creditCents;
  }
  return [...balances.values()]
    .filter((balance) => balance.openingCents !== 0 || balance.debitCents !== 0 || balance.creditCents !== 0)
    .sort((a, b) => a.code.localeCompare(b.code));
}

function writeBalance(balance: MonthBalance, money: (cents: number) => string): string[] {
  const { code, name, openingCents, debitCents, creditCents } = balance;
  const cents = [openingCents, debitCents, creditCents, openingCents + creditCents - debitCents];
  return [code, name, ...cents.map(money)];
}

const brl = (cents: number) => formatMoney(cents, "BRL");

const unnumbered = "____________";

async function* describeCommission(
  services: { db: Db } & Pick<Services, "secretBox" | "log">,
  span: { from: Date; to: Date },
): AsyncGenerator<PdfBlock> {
  yield { kind: "heading", text: "Comissão por criador" };
  yield {
    kind: "text",
    text: "A plataforma emite uma NFS-e a cada criador pela comissão do mês. O nome e o CPF ou CNPJ são os informados pelo criador.",
  };
  yield {
    kind: "table",
    columns: [
      { title: "Criador", width: 25 },
      { title: "CPF ou CNPJ", width: 20 },
      { title: "Vendas", width: 14, right: true },
      { title: "Reembolsos", width: 13, right: true },
      { title: "Comissão", width: 13, right: true },
      { title: "NFS-e nº", width: 15 },
    ],
  };
  const total = { grossCents: 0, backCents: 0, commissionCents: 0 };
  for await (const months of readCreatorMonths(services.db, span)) {
    const traded = months.filter((month) => month.grossCents || month.backCents || month.commissionCents);
    for (const month of traded) {
      total.grossCents += month.grossCents;
      total.backCents += month.backCents;
      total.commissionCents += month.commissionCents;
    }
    yield { kind: "rows", rows: traded.map((month) => writeCommission(services, month)) };
  }
  const { grossCents, backCents, commissionCents } = total;
  yield {
    kind: "rows",
    strong: true,
    rows: [["Total", "", brl(grossCents), brl(backCents), brl(commissionCents), ""]],
  };
}

function writeCommission(
  services: Pick<Services, "secretBox" | "log">,
  { creatorId, name, email, taxId, invoiceNumber, ...figures }: CreatorMonth,
): string[] {
  const number = writeWholeTaxId(services, { userId: creatorId, sealed: taxId });
  return [
    name || email,
    number || "não informado",
    brl(figures.grossCents),
    brl(figures.backCents),
    brl(figures.commissionCents),
    invoiceNumber ?? unnumbered,
  ];
}
