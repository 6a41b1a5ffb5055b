import { formatDateTime, formatDay } from "~/features/base/form-fields/dates";
import { dayOf } from "~/features/base/money/days";
import { formatMoney } from "~/features/base/money/money";
import { withdrawalEnds } from "~/features/ledger/sales/withdrawal-window";
import { nameMailKind } from "~/features/mail/outbox/mail-kinds";
import { listSaleMails } from "~/features/mail/outbox/mails.queries.server";
import { listAccesses } from "~/features/playback/access/accesses.queries.server";
import { mailNames } from "~/i18n/locales/pt/administration/mail-names";
import type { EvidenceTexts } from "~/integrations/payments/payments";
import type { Db } from "~/platform/db.server";
import type { DisputeFacts } from "./disputes.queries.server";
import { writeEvidence } from "./evidence-texts";

const mailsNamed = 50;
const accessesNamed = 60;

/** Returns a position in a video as "31:05". */
function writePosition(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Gathers the texts for the bank from the recorded facts of a purchase. */
export async function gatherEvidence(db: Db, facts: DisputeFacts): Promise<EvidenceTexts> {
  const paidAt = facts.paid_at ?? facts.created_at;
  const [mails, accesses] = await Promise.all([
    listSaleMails(db, facts.sale_id, mailsNamed),
    facts.video_id === null
      ? []
      : listAccesses(db, { userId: facts.consumer_id, videoId: facts.video_id, limit: accessesNamed }),
  ]);
  return writeEvidence({
    purchaseNumber: facts.purchase_number,
    title: facts.title,
    creator: facts.creator_name ?? "",
    buyerName: facts.buyer_name ?? "",
    buyerEmail: facts.buyer_email,
    amount: formatMoney(facts.sale_cents, facts.currency),
    paidAt: formatDateTime(paidAt),
    paidDay: dayOf(paidAt),
    // The right ends at midnight, so the day before is the last.
    withdrawalEnds: formatDay(new Date(withdrawalEnds(paidAt).getTime() - 1)),
    withdrew: Number(facts.withdrawals ?? 0) > 0,
    termsVersion: facts.terms_version ?? undefined,
    termsAcceptedAt: facts.terms_at ? formatDateTime(facts.terms_at) : undefined,
    watchedTo: facts.watched_seconds === null ? undefined : writePosition(facts.watched_seconds),
    watchedAt: facts.watched_at ? formatDateTime(facts.watched_at) : undefined,
    accesses: accesses.toReversed().map(({ opened_at, last_at, address, device }) => ({
      openedAt: formatDateTime(opened_at),
      until: formatDateTime(last_at),
      address: address ?? undefined,
      device: device ?? undefined,
    })),
    mails: mails
      .filter(
        ({ user_id, kind, status, ended_at }) =>
          // The creator's mails about the sale prove nothing, and a mail about leaving is no proof of a purchase.
          user_id === facts.consumer_id &&
          kind !== "leftWithoutPaying" &&
          status === "sent" &&
          ended_at !== null,
      )
      .map(({ kind, address, ended_at }) => ({
        to: address ?? facts.buyer_email,
        subject: mailNames[nameMailKind(kind)],
        sentAt: formatDateTime(ended_at as Date),
      })),
    earlierPurchases: Number(facts.other_purchases ?? 0),
  });
}
