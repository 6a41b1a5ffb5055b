/** By urgency. */
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
  "uploads",
  "conversions",
  "undelivered",
] as const;

export type AttentionKind = (typeof attentionKinds)[number];

export interface AttentionItem {
  kind: AttentionKind;
  count: number;
  to: string;
}

type Counted = Record<AttentionKind, number> & {
  oldestRemovalOf: string | null;
  oldestRemovalOfCreator: boolean;
  oldestUploadOf: string | null;
  oldestConversionOf: string | null;
  newestUndeliveredOf: string | null;
};

export function decideAttention(counted: Counted): AttentionItem[] {
  const creator = (id: string | null) => (id ? `/admin/creators/${id}` : "/admin/creators");
  const removal = counted.oldestRemovalOfCreator
    ? creator(counted.oldestRemovalOf)
    : `/admin/consumers/${counted.oldestRemovalOf}`;
  const places: Record<AttentionKind, string> = {
    secondFactor: removal,
    approvals: "/admin/approvals",
    disputes: "/admin/disputes",
    byHand: "/admin/sales?status=byHand",
    refundsFailed: "/admin/sales?status=refundFailed",
    claims: "/admin/sales?status=claim",
    unreadable: "/admin/sales?status=unreadable",
    events: "/admin/reconciliation",
    differences: "/admin/reconciliation",
    checkFailed: "/admin/reconciliation",
    checkOverdue: "/admin/reconciliation",
    unpayable: "/admin/payouts",
    payable: "/admin/payouts",
    prepared: "/admin/payouts",
    reviews: "/admin/reviews",
    questions: "/admin/questions",
    uploads: creator(counted.oldestUploadOf),
    conversions: creator(counted.oldestConversionOf),
    undelivered: counted.newestUndeliveredOf ? `/admin/sales/${counted.newestUndeliveredOf}` : "/admin/sales",
  };
  return attentionKinds
    .filter((kind) => counted[kind] > 0)
    .map((kind) => ({ kind, count: counted[kind], to: places[kind] }));
}
