import type { AppLoadContext } from "@remix-run/node";
import type { CellValue, Sheet } from "~/features/base/documents/sheet";
import { makeWorkbook, streamCsv } from "~/features/base/documents/sheet-files.server";
import type { Currency } from "~/i18n/money";
import type { Db } from "~/platform/db.server";
import { boundsOfMonth, chartOfAccounts, histories, type Month } from "./accounting";
import {
  type AccountBalance,
  hasMoreLines,
  readLedgerLines,
  readOpeningBalances,
} from "./accounting.queries.server";

export const ledgerSheet = {
  file: "razao",
  sheet: "Razão",
  columns: [
    { key: "moment", title: "Data", width: 18, holds: "moment" },
    { key: "code", title: "Conta", width: 10, holds: "text" },
    { key: "account", title: "Nome da conta", width: 32, holds: "text" },
    { key: "history", title: "Histórico", width: 30, holds: "text" },
    { key: "document", title: "Documento", width: 38, holds: "text" },
    { key: "currency", title: "Moeda", width: 8, holds: "text" },
    { key: "debit", title: "Débito", width: 16, holds: "cents" },
    { key: "credit", title: "Crédito", width: 16, holds: "cents" },
    { key: "balance", title: "Saldo (credor +, devedor −)", width: 24, holds: "cents" },
  ],
} as const satisfies Sheet;

/** A workbook is made in memory; with more lines there is only CSV. */
const maxWorkbookLines = Math.floor(1_000_000 / ledgerSheet.columns.length);

/** By currency and code: one account of the chart may be several of the ledger. */
type Balances = Map<string, { code: string; name: string; currency: Currency; cents: number }>;

function addTo(balances: Balances, { account, currency, cents }: AccountBalance) {
  const { code, name } = chartOfAccounts[account];
  const key = `${currency} ${code}`;
  const balance = balances.get(key) ?? { code, name, currency, cents: 0 };
  balance.cents += cents;
  balances.set(key, balance);
  return balance;
}

function writeBalances(balances: Balances, history: string): CellValue[][] {
  return [...balances]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([, { code, name, currency, cents }]) => [
      null,
      code,
      name,
      history,
      null,
      currency,
      null,
      null,
      cents,
    ]);
}

/** Opening balances, every line with its account's balance, closing balances. */
export async function* readLedgerMonth(
  db: Db,
  month: Month,
  size?: number,
): AsyncGenerator<{ text: string }, void> {
  const { from, to } = boundsOfMonth(month);
  const balances: Balances = new Map();
  for (const opening of await readOpeningBalances(db, from)) addTo(balances, opening);
  yield { text: JSON.stringify(writeBalances(balances, "Saldo anterior")) };
  for await (const lines of readLedgerLines(db, { from, to, ...(size && { size }) })) {
    const rows = lines.map(({ account, currency, cents, moment, reason, document }): CellValue[] => {
      const { code, name, cents: held } = addTo(balances, { account, currency, cents });
      const [debit, credit] = cents < 0 ? [-cents, null] : [null, cents];
      return [moment, code, name, histories[reason], document, currency, debit, credit, held];
    });
    yield { text: JSON.stringify(rows) };
  }
  yield { text: JSON.stringify(writeBalances(balances, "Saldo final")) };
}

type LedgerFile =
  | { ok: true; body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> }
  /** Another file is being made, or there are too many lines for a workbook. */
  | { ok: false; error: "busy" | "tooMany" };

/** One of each format at a time. */
export async function makeLedgerFile(
  { services: { db, exportSlots, workbookWorker }, waitForDrain }: AppLoadContext,
  { month, format, signal }: { month: Month; format: "csv" | "xlsx"; signal: AbortSignal },
): Promise<LedgerFile> {
  const free = exportSlots.take(format);
  if (!free) return { ok: false, error: "busy" };
  const batches = readLedgerMonth(db, month);
  if (format === "csv")
    return { ok: true, body: streamCsv(ledgerSheet, { batches, waitForDrain, signal, onEnd: free }) };
  try {
    if (await hasMoreLines(db, { ...boundsOfMonth(month), limit: maxWorkbookLines }))
      return { ok: false, error: "tooMany" };
    return { ok: true, body: await makeWorkbook(workbookWorker, { sheet: ledgerSheet, batches, signal }) };
  } finally {
    free();
  }
}
