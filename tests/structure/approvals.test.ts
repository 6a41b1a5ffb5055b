import { expect, test } from "vitest";
import { auditActions } from "~/features/base/audit/audit-actions";
import { requestedActs } from "~/features/money/ledger/approvals";
import { listSources, readText } from "./sources";

/** Actions of one administrator, or of the person themselves, by the reason why: a new action needs a decision. */
const byOne: Record<string, string> = {
  "the money goes back by the way it came": "saleRefunded",
  "follows what the provider says": "saleRebuilt eventReplayed reconciliationRun",
  "the bank took the money already": "disputeAccepted",
  "the first person's part of a payout": "payoutsPrepared",
  "the creator's own, reported by mail and held for 48 hours": "payoutDetailsChanged",
  "there is nobody else": "firstAdminMade",
  "the person asked for it and proved the mailbox": "secondFactorHelpAllowed",
  "takes a risk away": `payoutDetailsCancelled platformCouponEnded adminRemoved sessionsEnded accountSuspended
    videoSuspended`,
  "changes no amount, and no rule of amounts": `disputeSubmitted disputeFileOpened payoutDetailsOpened payoutScheduleChanged
    accountRestored videoRestored handleChanged receiptSentAgain reviewEdited reviewDeleted reviewReplied reviewReported reviewHidden
    reviewShown reviewKept questionReported questionHidden questionShown questionKept
    announcementSent announcementReported announcementHidden announcementShown announcementKept peopleExported salesExported
    payoutsExported payFileExported statementExported yearExported commissionExported ledgerExported monthExported
    auditExported invoicesImported`,
};

/** Outcomes that another administrator records than prepared the payout, or requested the refund by bank transfer. */
const confirmedActs = ["payoutPaid", "payoutFailed", "payoutReturned", "refundEndedByHand", "refundReturned"];

const requests = Object.values(requestedActs);
const guards = [
  { call: /\bawaitApproval\(/, actions: requests.flatMap(({ done }) => [...done]) },
  { call: /\brefuse(?:Confirmation|Settling)\(/, actions: confirmedActs },
];

/** Returns the sources that record an act of two people without a call of its guard since the record before. */
const withoutGuard = (sources: { path: string; text: string }[]) =>
  sources
    .filter(({ text }) =>
      guards.some(({ call, actions }) => {
        if (!actions.some((action) => text.includes(`"${action}"`))) return false;
        const parts = text.split("insertAuditEntry(");
        return parts.some((part, place) => {
          const [recorded = ""] = part.split("target");
          const isAct = actions.some((action) => recorded.includes(`"${action}"`));
          return place > 0 && (isAct || recorded.includes("actions[")) && !call.test(parts[place - 1] ?? "");
        });
      }),
    )
    .map(({ path }) => path);

test("every action of the audit log is of two people or of one, once", () => {
  const ofTwo: string[] = requests.flatMap(({ requested, declined, done }) => [requested, declined, ...done]);
  const ofOne = Object.values(byOne).flatMap((actions) => actions.split(/\s+/));
  expect([...ofTwo, ...confirmedActs, ...ofOne].sort()).toEqual([...auditActions].sort());
});

test("what records an act of two people asks for the second person", () => {
  const sources = [...listSources("app/features"), ...listSources("app/routes")].map((path) => ({
    path,
    text: readText(path),
  }));
  expect(withoutGuard(sources)).toEqual([]);
  const recorded = sources.filter(({ text }) => text.includes("insertAuditEntry("));
  for (const action of guards.flatMap(({ actions }) => actions))
    expect(
      recorded.some(({ text }) => text.includes(`"${action}"`)),
      action,
    ).toBe(true);
  const record = 'await insertAuditEntry(trx, by, { action: "payoutPaid" });';
  const planted = (text: string) => withoutGuard([{ path: "planted.server.ts", text }]);
  expect(planted(record)).toEqual(["planted.server.ts"]);
  expect(planted(`await refuseConfirmation(trx, env, confirmation); ${record}`)).toEqual([]);
});
