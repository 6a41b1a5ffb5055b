import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { actorOf } from "~/features/base/audit/actor.server";
import { formatDateTime } from "~/features/base/form-fields/dates";
import { dayOf } from "~/features/base/money/days";
import { formatMoney } from "~/features/base/money/money";
import { describeReleaseRules } from "~/features/ledger/releases/show-releases.server";
import { ExportLinks } from "~/features/office/exports/export-links";
import { OwedCreatorList } from "~/features/payouts/balances/owed-creator-list";
import { loadOwedCreators } from "~/features/payouts/balances/owed-creators.server";
import { parseOwedCursor } from "~/features/payouts/balances/owed-cursor";
import { ReleaseRulesText } from "~/features/payouts/balances/release-rules-text";
import { BatchList } from "~/features/payouts/batches/batch-list";
import { listBatches } from "~/features/payouts/batches/batches.queries.server";
import { loadNextBatch } from "~/features/payouts/batches/prepare-payouts.server";
import { nextPayoutDay, parseWeekdays } from "~/features/payouts/schedule/payout-days";
import { saveSchedule } from "~/features/payouts/schedule/save-schedule.server";
import { findPayoutSchedule } from "~/features/payouts/schedule/schedule.queries.server";
import { SchedulePanel } from "~/features/payouts/schedule/schedule-panel";
import { formatPayoutDay } from "~/features/payouts/schedule/weekday-name";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { readRepeatedForm } from "~/platform/forms/forms.server";
import { parseCursor } from "~/platform/keyset";
import { goTo } from "~/platform/responses.server";
import { requireAdmin, requirePayoutAdmin } from "~/server/guards.server";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Icon } from "~/ui/icons";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-frame/page-header";
import { PageLinks } from "~/ui/page-links";
import { TextLink } from "~/ui/text-link";

export const meta: MetaFunction = () => officeTitle("payouts");

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const { db, clock } = context.services;
  const { searchParams } = new URL(request.url);
  const now = clock();
  const [next, owed, batches, { weekdays, draft, minimumCents, rules }] = await Promise.all([
    loadNextBatch(db, { asOf: now }),
    loadOwedCreators(db, { after: parseOwedCursor(searchParams.get("after")), now }),
    listBatches(db, { after: parseCursor(searchParams.get("batches")) }),
    findPayoutSchedule(db, { now, today: dayOf(now) }),
  ]);
  const payoutDay = nextPayoutDay(dayOf(now), weekdays);
  return {
    weekdays,
    minimumCents,
    rules: describeReleaseRules(rules),
    payoutDay: payoutDay && formatPayoutDay(payoutDay),
    draft: draft && {
      date: formatPayoutDay(draft.day),
      count: draft.payouts,
      sum: formatMoney(draft.cents, "BRL"),
    },
    next: { count: next.payouts.length, cents: next.cents, leftOut: next.leftOutCount, isFull: next.isFull },
    owed,
    batches: {
      next: batches.next,
      rows: batches.rows.map(({ created_at, email: _, ...batch }) => ({
        ...batch,
        date: formatDateTime(created_at),
      })),
    },
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requirePayoutAdmin({ request, context });
  const { fields, listOf } = await readRepeatedForm(request);
  const chosen = parseWeekdays(listOf("weekday"));
  if (fields.intent !== "schedule" || !chosen) throw new Response(null, { status: 400 });
  await saveSchedule(context.services.db, actorOf(context, request, viewer), chosen);
  const flash = { tone: "success", title: "payouts.daysSaved" } as const;
  return goTo("/admin/payouts", { request, context, flash });
}

export default function Payouts() {
  const { next, owed, batches, weekdays, payoutDay, draft, minimumCents, rules } =
    useLoaderData<typeof loader>();
  const t = useText();
  const sum = formatMoney(next.cents, "BRL");
  const several = next.count === 1 ? t("payouts.nextBatchOne", { sum }) : undefined;
  return (
    <>
      <PageHeader
        title={t("payouts.title")}
        description={t("payouts.text")}
        actions={
          <>
            <ButtonLink to="/admin/payouts/statement" variant="secondary">
              <Icon name="bank" />
              {t("bankStatement.read")}
            </ButtonLink>
            <ExportLinks kind="payouts" />
          </>
        }
      />
      {draft && next.count > 0 && (
        <Notice
          tone="info"
          title={draft.count === 1 ? t("payouts.draftOne", draft) : t("payouts.draft", draft)}
          className="mt-6"
        >
          <p>{t("payouts.draftText")}</p>
          <TextLink to="/admin/payouts/prepare">{t("payouts.draftCheck")}</TextLink>
        </Notice>
      )}
      <Card as="section" aria-labelledby="next-batch" className="mt-8 p-5 sm:p-6">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <div className="min-w-0">
            <h2 id="next-batch" className="text-sm font-medium text-ink-soft">
              {t("payouts.nextBatch")}
            </h2>
            <p className="text-2xl font-bold tabular-nums">
              {next.count === 0
                ? t("payouts.nextBatchNone")
                : (several ?? t("payouts.nextBatchSum", { sum, count: next.count }))}
            </p>
            {next.isFull && (
              <p className="mt-1 text-ink-soft">{t("payouts.batchFull", { count: next.count })}</p>
            )}
            {next.leftOut > 0 && (
              <p className="mt-1 text-ink-soft">{t("payouts.leftOutCount", { count: next.leftOut })}</p>
            )}
          </div>
          {next.count > 0 && <ButtonLink to="/admin/payouts/prepare">{t("payouts.prepare")}</ButtonLink>}
        </div>
        <p className="mt-4 border-t border-line pt-4 text-sm text-ink-soft">
          {payoutDay && `${t("payouts.daysNext", { date: payoutDay })} `}
          <ReleaseRulesText minimumCents={minimumCents} rules={rules} />
        </p>
        <p className="flex flex-wrap gap-x-6">
          <TextLink to="/admin/payouts/smallest">{t("fees.minimumOpen")}</TextLink>
          <TextLink to="/admin/payouts/release">{t("releases.open")}</TextLink>
        </p>
        <div className="mt-4">
          <SchedulePanel chosen={weekdays} />
        </div>
      </Card>
      <section aria-labelledby="creators" className="mt-12">
        <h2 id="creators" className="mb-4 text-2xl">
          {t("payouts.creators")}
        </h2>
        <OwedCreatorList creators={owed.creators} />
        <PageLinks
          next={
            owed.next
              ? { to: `/admin/payouts?after=${owed.next}#creators`, label: t("payouts.more") }
              : undefined
          }
        />
      </section>
      <section aria-labelledby="batches" className="mt-12">
        <h2 id="batches" className="mb-4 text-2xl">
          {t("payouts.batches")}
        </h2>
        <BatchList batches={batches.rows} />
        <PageLinks
          next={
            batches.next
              ? { to: `/admin/payouts?batches=${batches.next}#batches`, label: t("payouts.more") }
              : undefined
          }
        />
      </section>
    </>
  );
}
