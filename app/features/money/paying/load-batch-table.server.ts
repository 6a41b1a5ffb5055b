import { labelPayoutMethod } from "~/features/base/money/payout-method";
import { refuseConfirmation, type TwoPeopleEnv } from "~/features/money/ledger/approvals.server";
import { describePixKey } from "~/features/money/payees/masked-detail";
import { writeAccount, writeBank, writeHolder } from "~/features/money/payees/payee";
import { writePayoutCode } from "~/features/money/payees/payout-code.server";
import { findBatch, type PayoutRow } from "~/features/money/payouts/batches.queries.server";
import type { PayeePayout } from "~/features/money/payouts/payout-card";
import { sumBatchMargins } from "~/features/money/payouts/payout-facts.queries.server";
import { type NotesView, showBatchNotes } from "~/features/money/payouts/show-payout-notes.server";
import { describePayout } from "~/features/money/payouts/statement.server";
import { formatDateTime } from "~/i18n/dates";
import { formatMoney } from "~/i18n/money";
import type { Db } from "~/platform/db.server";
import { parseId } from "~/platform/forms/record-id";
import type { Services } from "~/platform/services";
import { type BatchView, batchFilters, isShownBy, parseBatchView, selectRows } from "./batch-view";

const rowsShown = 100;

/** A CPF is masked, a random key is cut. */
function describeDestination(payout: PayoutRow): { kind: string; destination: string } {
  if (payout.payment_method === "bank")
    return {
      kind: labelPayoutMethod("bank"),
      destination: [writeBank(payout), writeAccount(payout)].filter(Boolean).join(", "),
    };
  if (payout.payment_method === "card")
    return { kind: labelPayoutMethod("card"), destination: `**** ${payout.card_last4 ?? ""}` };
  const { kind, key } = describePixKey(payout.pix_key ?? "");
  if (kind === "CPF") return { kind, destination: key.replace(/^\d{3}(.*)\d{2}$/, "•••$1••") };
  if (kind === "Aleatória") return { kind, destination: `${key.slice(0, 4)}…${key.slice(-4)}` };
  return { kind, destination: key };
}

function describeRow(payout: PayoutRow, notes: NotesView | undefined) {
  const stopped = notes?.stopped === true;
  return {
    id: payout.id,
    name: payout.payee_name,
    cents: payout.amount_cents,
    amount: formatMoney(payout.amount_cents, "BRL"),
    ...describeDestination(payout),
    status: payout.status,
    stopped,
    unusual: notes?.unusual === true,
    note: notes?.unusual ? notes.texts.join(" ") : undefined,
    code: stopped ? undefined : writePayoutCode(payout),
    outcome: payout.bank_reference ?? payout.failure ?? payout.return_reason,
  };
}

export type RowView = ReturnType<typeof describeRow>;

function describeOpened(row: PayoutRow, notes: NotesView | undefined): PayeePayout {
  return {
    ...describePayout(row),
    payeeName: row.payee_name,
    method: row.payment_method,
    pixKey: row.pix_key,
    bankName: writeBank(row),
    bankAccount: writeAccount(row),
    bankHolder: writeHolder(row),
    cardLast4: row.card_last4,
    cardHolder: row.card_holder_name,
    notes,
    code: notes?.stopped ? undefined : writePayoutCode(row),
  };
}

/** `opened`: the payout with details; by default the only one of its batch. */
async function loadBatchTable(
  db: Db,
  { batchId, view, opened, now }: { batchId: string; view: BatchView; opened: string | undefined; now: Date },
) {
  const { payouts, notes, unusual } = await showBatchNotes(db, batchId, now);
  const rows = payouts.map((payout) => describeRow(payout, notes.get(payout.id)));
  const selected = selectRows(rows, view);
  const open = payouts.find(({ id }) => payouts.length === 1 || id === opened);
  return {
    unusual: unusual.count,
    counts: Object.fromEntries(
      batchFilters.map((show) => [show, rows.filter((row) => isShownBy(show, row)).length]),
    ) as Record<(typeof batchFilters)[number], number>,
    openSum: formatMoney(
      rows.reduce((sum, { status, cents }) => sum + (status === "prepared" ? cents : 0), 0),
      "BRL",
    ),
    rows: view.rows === "all" ? selected : selected.slice(0, rowsShown),
    more: view.rows === "all" ? 0 : Math.max(0, selected.length - rowsShown),
    opened: open && describeOpened(open, notes.get(open.id)),
  };
}

type Needs = Pick<Services, "db" | "clock"> & { env: TwoPeopleEnv };

interface BatchQuery {
  batchId: string;
  adminId: string;
  params: URLSearchParams;
}

/** Undefined without a batch. `problem`: why the administrator may not confirm it. */
export async function showBatch({ db, env, clock }: Needs, { batchId, adminId, params }: BatchQuery) {
  const batch = await findBatch(db, batchId);
  if (!batch) return undefined;
  const { created_at, created_by, ...summary } = batch;
  const view = parseBatchView(params);
  const rows = { batchId, view, opened: parseId(params.get("open")), now: clock() };
  const confirmation = { confirmer: adminId, requester: created_by, requestedAt: created_at };
  const [table, margins] = await Promise.all([loadBatchTable(db, rows), sumBatchMargins(db, batchId)]);
  return {
    view,
    marked: params.get("mark") === "all",
    table,
    margins,
    problem: await refuseConfirmation(db, env, confirmation),
    batch: { ...summary, date: formatDateTime(created_at), sum: formatMoney(batch.cents, "BRL") },
  };
}

export type ShownBatch = NonNullable<Awaited<ReturnType<typeof showBatch>>>;
