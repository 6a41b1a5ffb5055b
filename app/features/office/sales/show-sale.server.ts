import { findFullName } from "~/features/base/accounts/accounts.queries.server";
import { nameMailKind } from "~/features/base/mail/mail-kinds";
import { listSaleMails } from "~/features/base/mail/mails.queries.server";
import type { SecondPersonProblem } from "~/features/money/ledger/approvals";
import type { TwoPeopleEnv } from "~/features/money/ledger/approvals.server";
import { listSaleLines } from "~/features/money/ledger/ledger.queries.server";
import { refundableCents, refundChannels } from "~/features/money/ledger/refund-rules";
import { gatherMoney, sumTakenBack } from "~/features/money/ledger/sale-status";
import { maskDetail } from "~/features/money/payees/masked-detail";
import { explainRefundFailure } from "~/features/orders/purchases/refund-form";
import { refuseSettling } from "~/features/orders/purchases/settle-transfer.server";
import { listSaleEvents } from "~/features/orders/settlement/payment-events.queries.server";
import { listDisputes, listRefunds } from "~/features/orders/settlement/settlement.queries.server";
import { formatDateTime, formatRecent } from "~/i18n/dates";
import type { Services } from "~/platform/services";
import {
  findSaleDetails,
  listCountedLessons,
  listSales,
  maxSummed,
  sumSales,
} from "./admin-sales.queries.server";

type SumsQuery = Parameters<typeof sumSales>[1];

/** Sums are of all matching sales. */
export async function showSales(
  { db, clock }: Pick<Services, "db" | "clock">,
  query: SumsQuery,
  { sort, after }: Pick<Parameters<typeof listSales>[1], "sort" | "after">,
) {
  const { creatorId } = query;
  const [page, sums, creator] = await Promise.all([
    listSales(db, { ...query, sort, after }),
    sumSales(db, query),
    creatorId ? findFullName(db, creatorId) : undefined,
  ]);
  const now = clock();
  return {
    sums,
    limit: maxSummed,
    creator: creatorId ? { id: creatorId, name: creator ?? creatorId } : undefined,
    next: page.next,
    sales: page.rows.map(({ created_at, margin_cents, ...sale }) => ({
      ...sale,
      date: formatRecent(created_at, now),
      marginCents: margin_cents ?? undefined,
    })),
  };
}

/** Reached only by sending the receipt again and again. */
const mailsShown = 100;

const eventsShown = 100;

export type SaleView = NonNullable<Awaited<ReturnType<typeof showSale>>>;

export async function showSale(
  { db, env }: Pick<Services, "db"> & { env: TwoPeopleEnv },
  saleId: string,
  viewerId?: string,
) {
  const sale = await findSaleDetails(db, saleId);
  if (!sale) return undefined;
  const [refunds, disputes, lines, events, mails, counted] = await Promise.all([
    listRefunds(db, saleId),
    listDisputes(db, saleId),
    listSaleLines(db, saleId),
    listSaleEvents(db, saleId, eventsShown),
    listSaleMails(db, saleId, mailsShown),
    listCountedLessons(db, saleId),
  ]);
  const { created_at, paid_at, awaiting_until, rebuilt_at, margin_cents, ...facts } = sale;
  const money = gatherMoney(sale, refunds, disputes);
  const problems = new Map<string, SecondPersonProblem | undefined>();
  for (const { id, channel, status } of refunds)
    if (viewerId && channel === "outside" && (status === "requested" || status === "succeeded"))
      problems.set(id, await refuseSettling(db, env, { refundId: id, by: viewerId }));
  // Skipped when due, because the sale is paid.
  const shownMails = mails.filter(({ kind }) => !(paid_at && kind === "leftWithoutPaying"));
  const timeline = [
    { at: created_at, what: "begun" as const },
    ...(paid_at ? [{ at: paid_at, what: "paid" as const }] : []),
    ...(rebuilt_at ? [{ at: rebuilt_at, what: "rebuilt" as const }] : []),
    ...refunds.map(({ id, created_at: at }) => ({ at, what: "refund" as const, id })),
    ...disputes.map(({ id, created_at: at }) => ({ at, what: "dispute" as const, id })),
    ...shownMails.map(({ id, ended_at, send_at }) => ({
      at: ended_at ?? send_at,
      what: "mail" as const,
      id,
    })),
  ];
  return {
    ...facts,
    /** Oldest first; refunds, disputes and mails by their ids. */
    timeline: timeline
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      .map(({ at, ...event }) => ({ ...event, date: formatDateTime(at) })),
    paidAt: paid_at && formatDateTime(paid_at),
    awaitedUntil: paid_at ? null : awaiting_until && formatDateTime(awaiting_until),
    countedLessons: counted.map(({ id, title, purchase_number: number, amount_cents }) => ({
      id,
      title,
      number,
      cents: amount_cents,
    })),
    backCents: sumTakenBack(money),
    marginCents: margin_cents ?? undefined,
    leftCents: refundableCents(money),
    refundChannels: refundChannels({ ...money, paymentMethod: sale.payment_method }),
    disputeOpen: disputes.some(({ status }) => status === "open"),
    refunds: refunds.map(({ id, amount_cents, status, channel, reason, note, pix_key, ...refund }) => ({
      id,
      status,
      channel,
      reason,
      note,
      pixKey: pix_key,
      keyGivenAt: refund.key_given_at?.toISOString() ?? null,
      noKeyReason: refund.no_key_reason,
      returned: refund.returned_at && {
        date: formatDateTime(refund.returned_at),
        reason: refund.return_reason ?? "",
      },
      problem: problems.get(id),
      failure: refund.failure && explainRefundFailure(refund.failure, refund.provider_message),
      amountCents: amount_cents,
      providerName: refund.provider_refund_id,
      date: formatDateTime(refund.created_at),
    })),
    disputes: disputes.map(({ id, amount_cents, status, reason, created_at: at }) => ({
      id,
      status,
      reason,
      amountCents: amount_cents,
      date: formatDateTime(at),
    })),
    receipts: mails.filter(({ kind }) => kind === "receipt").length,
    mails: shownMails.map(({ id, kind, status, failure, address, erased, send_at, ended_at }) => ({
      id,
      status,
      failure,
      kind: nameMailKind(kind),
      to: address !== null && !erased ? maskDetail(address) : null,
      date: formatDateTime(ended_at ?? send_at),
    })),
    entries: groupEntries(lines),
    events: events.map(({ id, provider_type, received_at, settled_at, error }) => ({
      id,
      error,
      providerType: provider_type,
      settled: settled_at !== null,
      date: formatDateTime(received_at),
    })),
  };
}

function groupEntries(lines: Awaited<ReturnType<typeof listSaleLines>>) {
  const ids = [...new Set(lines.map(({ entry_id }) => entry_id))];
  return ids.flatMap((id) => {
    const entryLines = lines.filter(({ entry_id }) => entry_id === id);
    const [first] = entryLines;
    if (!first) return [];
    return {
      id,
      reason: first.reason,
      date: formatDateTime(first.created_at),
      lines: entryLines.map(({ account, amount_cents, available_at }) => ({
        account,
        amountCents: amount_cents,
        availableOn: available_at && formatDateTime(available_at),
      })),
    };
  });
}
