import { expect, test } from "vitest";
import { type AuditAction, auditActions } from "~/features/base/audit/audit-actions";
import { actsOfTwoPeople } from "~/features/ledger/second-person/acts-of-two-people";
import { listSources, readText } from "./sources";

type Act = keyof typeof actsOfTwoPeople;
type Acts = (typeof actsOfTwoPeople)[Act];
/** What the table covers: the acts, and the requests for them. */
type OfTwo = Acts["done"][number] | Extract<Acts, { by: "request" }>["requested" | "declined"];

const noMoney = "changes no amount, and no rule of amounts";
const toCard = "the money goes back by the way it came";
const riskless = "takes a risk away";
const fromProvider = "follows what the provider says";

/** Why one administrator, or the person themselves, does the rest alone: a new action needs a decision. */
const byOne: Record<Exclude<AuditAction, OfTwo>, string> = {
  saleRefunded: toCard,
  saleRebuilt: fromProvider,
  eventReplayed: fromProvider,
  reconciliationRun: fromProvider,
  disputeSubmitted: noMoney,
  disputeAccepted: "the bank took the money already",
  disputeFileOpened: noMoney,
  payoutScheduleChanged: noMoney,
  payoutsPrepared: "the first person's part of settlePayout",
  payoutDetailsChanged: "the creator's own, reported by mail and held for 48 hours",
  payoutDetailsCancelled: riskless,
  platformCouponEnded: riskless,
  firstAdminMade: "there is nobody else",
  adminRemoved: riskless,
  secondFactorHelpAllowed: "the person asked for it and proved the mailbox",
  sessionsEnded: riskless,
  accountSuspended: riskless,
  accountRestored: noMoney,
  videoSuspended: riskless,
  videoRestored: noMoney,
  handleChanged: noMoney,
  receiptSentAgain: noMoney,
  reviewEdited: noMoney,
  reviewDeleted: noMoney,
  reviewReplied: noMoney,
  reviewReported: noMoney,
  reviewHidden: noMoney,
  reviewShown: noMoney,
  reviewKept: noMoney,
  questionReported: noMoney,
  questionHidden: noMoney,
  questionShown: noMoney,
  questionKept: noMoney,
  peopleExported: noMoney,
  salesExported: noMoney,
  payoutsExported: noMoney,
  payFileExported: noMoney,
  statementExported: noMoney,
  yearExported: noMoney,
  commissionExported: noMoney,
  ledgerExported: noMoney,
  monthExported: noMoney,
  auditExported: noMoney,
  invoicesImported: noMoney,
};

interface Source {
  path: string;
  text: string;
}

const sources: Source[] = [...listSources("app/features"), ...listSources("app/routes")].map((path) => ({
  path,
  text: readText(path),
}));
const names = Object.keys(actsOfTwoPeople) as Act[];

/** Does what was requested, once another administrator has approved it. */
const approves = "app/features/office/approvals/decide-request.server.ts";

/** Returns whether a source asks for a second person before an act. */
function asksFor(act: Act, { text }: Source): boolean {
  return new RegExp(
    `(?:insertRequest|requestChange|setOrRequest|refuseConfirmation)[^;]*? act: "${act}"`,
  ).test(text);
}

/**
 * Returns the sources that record an act of the table as done and neither ask for a second person themselves nor are
 * imported only by sources that ask.
 */
function withoutSecondPerson(all: readonly Source[]): string[] {
  return names.flatMap((act) => {
    const recorded = actsOfTwoPeople[act].done;
    return all
      .filter(
        ({ text }) =>
          text.includes("insertAuditEntry(") && recorded.some((action) => text.includes(`"${action}"`)),
      )
      .filter((source) => {
        if (asksFor(act, source)) return false;
        const module = `/${source.path.replace(/^.*\/|\.tsx?$/g, "")}"`;
        const importers = all.filter(({ text }) => text.includes(module));
        return (
          importers.length === 0 || !importers.every((one) => one.path === approves || asksFor(act, one))
        );
      })
      .map(({ path }) => `${path}: ${act}`);
  });
}

test("each act of the table asks for a second person where it is done", () => {
  expect(names.filter((act) => !sources.some((source) => asksFor(act, source)))).toEqual([]);
  expect(withoutSecondPerson(sources)).toEqual([]);
});

test("each act of the table is recorded as done", () => {
  const recorded = names.flatMap((act) => [...actsOfTwoPeople[act].done]);
  const texts = sources.filter(({ text }) => text.includes("insertAuditEntry("));
  expect(recorded.filter((action) => !texts.some(({ text }) => text.includes(`"${action}"`)))).toEqual([]);
});

test("every action of the audit log is of two people or of one, once", () => {
  const ofTwo: string[] = Object.values<Acts>(actsOfTwoPeople).flatMap((act) => [
    ...act.done,
    ...(act.by === "request" ? [act.requested, act.declined] : []),
  ]);
  expect([...ofTwo, ...Object.keys(byOne)].sort()).toEqual([...auditActions].sort());
});

test("the check finds an act that one person could do alone", () => {
  const path = "app/features/payouts/batches/planted.server.ts";
  const record = 'await insertAuditEntry(trx, by, { action: "payoutPaid" });';
  const ask = 'await refuseConfirmation(trx, env, { act: "settlePayout", confirmer });';
  const caller = { path: "app/routes/admin/planted.tsx", text: 'import { pay } from "~/x/planted.server";' };
  expect(withoutSecondPerson([{ path, text: record }])).toEqual([`${path}: settlePayout`]);
  expect(withoutSecondPerson([{ path, text: record }, caller])).toEqual([`${path}: settlePayout`]);
  expect(withoutSecondPerson([{ path, text: `${ask} ${record}` }])).toEqual([]);
  expect(
    withoutSecondPerson([
      { path, text: record },
      { path: caller.path, text: `${caller.text} ${ask}` },
    ]),
  ).toEqual([]);
});
