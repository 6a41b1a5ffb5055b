import { formatDay } from "~/i18n/dates";
import { pt } from "~/i18n/locales/pt";
import { formatMoney } from "~/i18n/money";
import type { Db } from "~/platform/db.server";
import { listBatchPayouts, type PayoutRow } from "./batches.queries.server";
import { loadPayoutFacts } from "./payout-facts.queries.server";
import { maxInBatch } from "./payout-form-rules";
import { isStopped, listPayoutNotes, type PayoutNote } from "./payout-notes";

export interface NotesView {
  /** In Portuguese, by urgency. */
  texts: string[];
  /** Not to be paid, unless it was transferred already. */
  stopped: boolean;
  /** Not only the creator's first payout. */
  unusual: boolean;
}

/** Of unconfirmed payouts, by id; omits those without notes. */
export async function showPayoutNotes(
  db: Db,
  payouts: readonly PayoutRow[],
  now: Date,
): Promise<Map<string, NotesView>> {
  const facts = await loadPayoutFacts(
    db,
    payouts.filter(({ status }) => status === "prepared"),
  );
  const shown = [...facts].map(([id, known]) => [id, listPayoutNotes(known, now)] as const);
  return new Map(
    shown
      .filter(([, notes]) => notes.length > 0)
      .map(([id, notes]) => [
        id,
        {
          texts: notes.map(describeNote),
          stopped: isStopped(notes),
          unusual: notes.some(({ kind }) => kind !== "firstPayout"),
        },
      ]),
  );
}

const namedAtTop = 20;

/** Sums up the unusual payouts, stopped ones first. A first payout alone is usual in a young shop. */
export async function showBatchNotes(db: Db, batchId: string, now: Date) {
  const payouts = await listBatchPayouts(db, { batchId, after: undefined, limit: maxInBatch });
  const notes = await showPayoutNotes(db, payouts, now);
  const unusual = payouts
    .flatMap(({ id, payee_name: name }) => {
      const shown = notes.get(id);
      return shown?.unusual ? [{ id, name, ...shown }] : [];
    })
    .sort((one, other) => Number(other.stopped) - Number(one.stopped));
  return {
    payouts,
    notes,
    unusual: {
      count: unusual.length,
      named: unusual.slice(0, namedAtTop).map(({ id, name, texts }) => ({ id, name, texts })),
    },
  };
}

function describeNote(note: PayoutNote): string {
  const texts = pt.payouts.notes;
  const fill = (text: string, values: Record<string, string>) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? "");
  switch (note.kind) {
    case "detailsChangedSince":
      return fill(note.held ? texts.detailsChangedHeld : texts.detailsChangedSince, {
        date: formatDay(note.at),
      });
    case "detailsChanged":
      return fill(texts.detailsChanged, { date: formatDay(note.at) });
    case "owes":
    case "disputed":
    case "farAboveUsual":
      return fill(texts[note.kind], { sum: formatMoney(note.cents, "BRL") });
    case "adjusted": {
      const { kind, cents, reason, author, approver } = note.adjustment;
      const values = { kind: pt.adjust.kinds[kind], sum: formatMoney(cents, "BRL"), reason, author };
      return approver === null
        ? fill(texts.adjusted, values)
        : fill(texts.adjustedByTwo, { ...values, approver });
    }
    default:
      return texts[note.kind];
  }
}
