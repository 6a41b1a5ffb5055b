import { drawQrCode } from "~/features/base/documents/qr-code.server";
import { describePixKey } from "~/features/money/payees/masked-detail";
import { writeAccount, writeBank, writeHolder } from "~/features/money/payees/payee";
import { txidOf, writePayoutCode } from "~/features/money/payees/payout-code.server";
import {
  type BatchSummary,
  listBatchPayouts,
  type PayoutRow,
} from "~/features/money/payouts/batches.queries.server";
import { maxInBatch } from "~/features/money/payouts/payout-form-rules";
import { type NotesView, showPayoutNotes } from "~/features/money/payouts/show-payout-notes.server";
import { formatDateTime } from "~/i18n/dates";
import { formatMoney } from "~/i18n/money";
import type { Db } from "~/platform/db.server";
import { findNextUnpaid, orderByAmount } from "./batch-view";

export async function listInPayOrder(db: Db, batchId: string): Promise<PayoutRow[]> {
  return orderByAmount(await listBatchPayouts(db, { batchId, after: undefined, limit: maxInBatch }));
}

/** Without code and picture if the payout must not be paid. */
function describeCode(payout: PayoutRow, notes: NotesView | undefined) {
  const code = notes?.stopped ? undefined : writePayoutCode(payout);
  return {
    id: payout.id,
    name: payout.payee_name,
    amount: formatMoney(payout.amount_cents, "BRL"),
    pix: payout.payment_method === "pix" && payout.pix_key ? describePixKey(payout.pix_key) : undefined,
    txid: txidOf(payout.id),
    code,
    qr: code && drawQrCode(code),
  };
}

/** Default: the first unpaid one. Undefined if the batch has no such payout; "done" if all are settled. */
export async function loadPayScreen(
  db: Db,
  { batch, payoutId, now }: { batch: BatchSummary; payoutId: string | undefined; now: Date },
) {
  const ordered = await listInPayOrder(db, batch.id);
  const at = payoutId
    ? ordered.findIndex(({ id }) => id === payoutId)
    : ordered.findIndex(({ status }) => status === "prepared");
  const payout = ordered[at];
  if (!payout) return payoutId ? undefined : ("done" as const);
  const notes = (await showPayoutNotes(db, [payout], now)).get(payout.id);
  const open = ordered.filter(({ status }) => status === "prepared");
  return {
    batch: { id: batch.id, date: formatDateTime(batch.created_at) },
    at: at + 1,
    count: ordered.length,
    done: ordered.length - open.length,
    left: formatMoney(
      open.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
      "BRL",
    ),
    previous: findNextUnpaid([...ordered].reverse(), payout.id)?.id,
    next: findNextUnpaid(ordered, payout.id)?.id,
    notes,
    payout: {
      ...describeCode(payout, notes),
      batchId: batch.id,
      open: payout.status === "prepared",
      method: payout.payment_method,
      bankName: writeBank(payout),
      bankAccount: writeAccount(payout),
      bankHolder: writeHolder(payout),
      cardLast4: payout.card_last4,
      cardHolder: payout.card_holder_name,
    },
  };
}

const codesPerSheet = 100;

/** Unpaid payouts in the order of payment. `sheet`: from 0. */
export async function loadCodeSheet(
  db: Db,
  { batch, sheet, now }: { batch: BatchSummary; sheet: number; now: Date },
) {
  const open = (await listInPayOrder(db, batch.id)).filter(({ status }) => status === "prepared");
  const shown = open.slice(sheet * codesPerSheet, (sheet + 1) * codesPerSheet);
  const notes = await showPayoutNotes(db, shown, now);
  const described = shown.map((payout) => describeCode(payout, notes.get(payout.id)));
  return {
    batch: { id: batch.id, date: formatDateTime(batch.created_at) },
    count: open.length,
    sum: formatMoney(
      open.reduce((cents, { amount_cents }) => cents + amount_cents, 0),
      "BRL",
    ),
    codes: described.filter(({ code }) => code),
    others: described.filter(({ code }) => !code).map(({ id, name, amount }) => ({ id, name, amount })),
    next: open.length > (sheet + 1) * codesPerSheet ? sheet + 1 : undefined,
  };
}
