import { nextPayoutDay } from "~/features/money/payouts/payout-days";
import { type Day, dayOf, formatShortDay } from "~/i18n/days";
import { formatMoney } from "~/i18n/money";
import type { Text } from "~/i18n/texts";
import type { Waiting } from "./attention.queries.server";

/** By urgency, without a deadline. */
const attentionKinds = [
  "secondFactor",
  "approvals",
  "disputes",
  "byHand",
  "refundsFailed",
  "claims",
  "unreadable",
  "events",
  "differences",
  "checkFailed",
  "checkOverdue",
  "unpayable",
  "payable",
  "prepared",
  "reviews",
  "questions",
  "announcements",
  "uploads",
  "conversions",
  "undelivered",
] as const;

export type AttentionKind = (typeof attentionKinds)[number];

export interface AttentionItem {
  kind: AttentionKind;
  count: number;
  to: string;
  amount?: string;
  /** Of the first item, such as a disputed sale's product. */
  title?: string;
  /** São Paulo time. */
  due?: Day;
  /** From today to `due`; negative afterwards. */
  days?: number;
}

export function decideAttention(
  counted: Omit<Waiting, "owed"> & { unpayable: number },
  now: Date,
): AttentionItem[] {
  const { dispute, oldestByHand, weekdays } = counted;
  const creator = (id: string | null) => (id ? `/admin/creators/${id}` : "/admin/creators");
  const removal = counted.oldestRemovalOfCreator
    ? creator(counted.oldestRemovalOf)
    : `/admin/consumers/${counted.oldestRemovalOf}`;
  const today = dayOf(now);
  const until = (due: Day | undefined) =>
    due === undefined ? {} : { due, days: (Date.parse(due) - Date.parse(today)) / 86_400_000 };
  const money = (cents: number) => ({ amount: formatMoney(cents, "BRL") });
  const places: Record<AttentionKind, Omit<AttentionItem, "kind" | "count">> = {
    secondFactor: { to: removal },
    approvals: { to: "/admin/approvals" },
    disputes: dispute
      ? {
          to: `/admin/disputes/${dispute.id}`,
          amount: formatMoney(dispute.cents, dispute.currency),
          title: dispute.title,
          ...until(dispute.due === null ? undefined : dayOf(new Date(dispute.due))),
        }
      : { to: "/admin/disputes" },
    byHand: oldestByHand
      ? {
          to: `/admin/sales/${oldestByHand.saleId}`,
          amount: formatMoney(oldestByHand.cents, oldestByHand.currency),
          title: oldestByHand.title,
        }
      : { to: "/admin/sales?status=byHand" },
    refundsFailed: { to: "/admin/sales?status=refundFailed" },
    claims: { to: "/admin/sales?status=claim" },
    unreadable: { to: "/admin/sales?status=unreadable" },
    events: { to: "/admin/reconciliation" },
    differences: { to: "/admin/reconciliation" },
    checkFailed: { to: "/admin/reconciliation" },
    checkOverdue: { to: "/admin/reconciliation" },
    unpayable: { to: "/admin/payouts" },
    payable: {
      to: "/admin/payouts/prepare",
      ...money(counted.payableCents),
      ...until(nextPayoutDay(today, weekdays)),
    },
    prepared: {
      to: counted.preparedBatch ? `/admin/payouts/${counted.preparedBatch}` : "/admin/payouts",
      ...money(counted.preparedCents),
    },
    reviews: { to: "/admin/reviews" },
    questions: { to: "/admin/questions" },
    announcements: { to: "/admin/announcements" },
    uploads: { to: creator(counted.oldestUploadOf) },
    conversions: { to: creator(counted.oldestConversionOf) },
    undelivered: {
      to: counted.newestUndeliveredOf ? `/admin/sales/${counted.newestUndeliveredOf}` : "/admin/sales",
    },
  };
  return attentionKinds
    .filter((kind) => counted[kind] > 0)
    .map((kind) => ({ kind, count: counted[kind], ...places[kind] }))
    .sort((a, b) => (a.days ?? Number.MAX_SAFE_INTEGER) - (b.days ?? Number.MAX_SAFE_INTEGER));
}

export function describeTask(
  { kind, count, amount = "", due, days = 0 }: AttentionItem,
  { limit, t }: { limit: number; t: Text },
): string {
  const deadline = days < 0 ? "late" : days === 0 ? "today" : days === 1 ? "tomorrow" : "until";
  return t(`people.tasks.${count === 1 ? "one" : "many"}.${kind}`, {
    count: count < limit ? count : t("people.tasks.limit", { count: limit }),
    amount,
    until: due ? t(`people.tasks.${deadline}`, { date: formatShortDay(due), days: Math.abs(days) }) : "",
  });
}

/** Text below a task; may be empty. */
export function describeTaskMore({ kind, count, title }: AttentionItem, t: Text): string {
  if (kind === "payable" || kind === "prepared")
    return count === 1 ? t("people.tasks.creator") : t("people.tasks.creators", { count });
  if (!title) return "";
  return count === 1 ? title : t("people.tasks.more", { title, count: count - 1 });
}
