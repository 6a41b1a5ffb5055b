import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import { loadTwoPeople } from "~/features/money/ledger/approvals.server";
import { countConfirmers } from "~/features/money/ledger/second-person.queries.server";
import { countOwedWithoutTaxId } from "~/features/money/payees/tax.queries.server";
import { maxInBatch, parseSeen } from "~/features/money/payouts/payout-form-rules";
import { loadNextBatch, maxNamed, preparePayouts } from "~/features/money/payouts/prepare-payouts.server";
import { formatDay } from "~/i18n/dates";
import { formatMoney } from "~/i18n/money";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { readForm } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import { goTo } from "~/platform/responses.server";
import { actorOf } from "~/platform/session/actor.server";
import { requirePayoutAdmin } from "~/server/guards.server";
import { Button } from "~/ui/button";
import { ConfirmPanel } from "~/ui/dialog";
import { TextLink } from "~/ui/link";
import { Notice } from "~/ui/notice";

export const meta: MetaFunction = () => officeTitle("preparePayouts");

/** `?creator=`: one creator's payout; `?held=skip`: without creators whose new details are held. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requirePayoutAdmin({ request, context });
  const { db, clock, env } = context.services;
  const { searchParams } = new URL(request.url);
  const creatorId = parseId(searchParams.get("creator"));
  const skipHeld = searchParams.get("held") === "skip";
  const asOf = clock();
  const { required } = await loadTwoPeople(db, env);
  const batch = await loadNextBatch(db, { creatorIds: creatorId ? [creatorId] : undefined, skipHeld, asOf });
  // Changed details come first, so that all of them are among the names shown.
  const marked = batch.payouts.filter(({ changedAt }) => changedAt !== undefined);
  const others = batch.payouts.filter(({ changedAt }) => changedAt === undefined);
  return {
    asOf: asOf.getTime(),
    creatorId,
    skipHeld,
    toOld: batch.payouts.filter(({ heldUntil }) => heldUntil !== undefined).length,
    twoPeople: required,
    confirmers: required ? await countConfirmers(db, { requester: userId, requestedAt: asOf }) : 0,
    count: batch.payouts.length,
    cents: batch.cents,
    marked: marked.length,
    names: [...marked, ...others]
      .slice(0, maxNamed)
      .map(({ creatorId: id, cents, payee, changedAt, heldUntil }) => ({
        id,
        name: payee.payee_name,
        cents,
        changed: changedAt ? formatDay(changedAt) : undefined,
        toOld: heldUntil !== undefined,
      })),
    withoutTaxId: await countOwedWithoutTaxId(db, maxInBatch),
    isFull: batch.isFull,
    leftOut: batch.leftOut.map(({ creatorId: id, name, problem }) => ({
      id,
      name,
      problem,
    })),
    leftOutMore: batch.leftOutCount - batch.leftOut.length,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requirePayoutAdmin({ request, context });
  const fields = await readForm(request);
  const seen = parseSeen(fields);
  if (!seen) throw new Response(null, { status: 400 });
  const creatorId = parseId(fields.creator);
  const creatorIds = creatorId ? [creatorId] : undefined;
  const by = actorOf(context, request, viewer);
  const skipHeld = fields.held === "skip";
  const prepared = await preparePayouts(context.services, { ...seen, by, creatorIds, skipHeld });
  if (prepared.ok) {
    context.log.info(
      { adminId: viewer.userId, batchId: prepared.batchId, cents: seen.cents },
      "payouts prepared",
    );
    const flash = { tone: "success", title: "payouts.prepared" } as const;
    return goTo(`/admin/payouts/${prepared.batchId}`, { request, context, flash });
  }
  const flash = {
    tone: "error",
    title: `payouts.${prepared.error}`,
    description: "payouts.changedHint",
  } as const;
  return goTo("/admin/payouts", { request, context, flash });
}

export default function PreparePayouts() {
  const batch = useLoaderData<typeof loader>();
  const busy = useNavigation().state !== "idle";
  const t = useText();
  const sum = formatMoney(batch.cents, "BRL");
  const empty = batch.count === 0;
  return (
    <ConfirmPanel
      title={empty ? t("payouts.nextBatchNone") : t("payouts.prepareTitle")}
      description={
        <div className="space-y-4">
          {empty ? (
            <p>{t("payouts.prepareNone")}</p>
          ) : (
            <>
              <p className="text-2xl font-bold text-ink tabular-nums">
                {batch.count === 1
                  ? t("payouts.nextBatchOne", { sum })
                  : t("payouts.nextBatchSum", { sum, count: batch.count })}
              </p>
              <p>{t("payouts.prepareText")}</p>
              {batch.twoPeople && <p className="font-semibold">{t("payouts.secondPersonText")}</p>}
              {batch.twoPeople && batch.confirmers === 0 && (
                <Notice tone="warn" title={t("approvals.nobodyTitle")}>
                  {t("approvals.nobodyText")}
                </Notice>
              )}
              {batch.marked > 0 && (
                <Notice tone="warn">
                  {batch.marked === 1
                    ? t("payouts.detailsMarkedOne")
                    : t("payouts.detailsMarked", { count: batch.marked })}
                </Notice>
              )}
              <ul className="divide-y divide-line border-y border-line">
                {batch.names.map(({ id, name, cents, changed, toOld }) => (
                  <li key={id} className="flex justify-between gap-4 py-2">
                    <span className="min-w-0 break-words">
                      {name}
                      {changed && (
                        <span className="block text-sm">
                          <TextLink to={`/admin/creators/${id}`}>
                            {t("payouts.detailsChangedOn", { date: changed })}
                          </TextLink>
                          {toOld && <span className="block">{t("payouts.detailsToOld")}</span>}
                        </span>
                      )}
                    </span>
                    <span className="whitespace-nowrap tabular-nums">{formatMoney(cents, "BRL")}</span>
                  </li>
                ))}
              </ul>
              {batch.count > batch.names.length && (
                <p>{t("payouts.andMore", { count: batch.count - batch.names.length })}</p>
              )}
              {batch.isFull && <p>{t("payouts.batchFull", { count: batch.count })}</p>}
            </>
          )}
          {(batch.skipHeld || batch.toOld > 0) && <HeldChoice {...batch} />}
          {batch.withoutTaxId > 0 && <p>{t("payouts.withoutTaxId", { count: batch.withoutTaxId })}</p>}
          {batch.leftOut.length > 0 && (
            <div>
              <p className="font-semibold">{t("payouts.leftOut")}</p>
              <ul className="text-sm">
                {batch.leftOut.map(({ id, name, problem }) => (
                  <li key={id} className="break-words">
                    {name || t("payouts.nobody")}: {t(`payouts.problems.${problem}`)}
                  </li>
                ))}
                {batch.leftOutMore > 0 && <li>{t("payouts.andMore", { count: batch.leftOutMore })}</li>}
              </ul>
            </div>
          )}
        </div>
      }
      cancelLabel={empty ? t("common.back") : t("common.cancel")}
      cancelTo="/admin/payouts"
    >
      {!empty && (
        <Form method="post" action="/admin/payouts/prepare">
          <input type="hidden" name="asOf" value={batch.asOf} />
          <input type="hidden" name="count" value={batch.count} />
          <input type="hidden" name="cents" value={batch.cents} />
          {batch.creatorId && <input type="hidden" name="creator" value={batch.creatorId} />}
          {batch.skipHeld && <input type="hidden" name="held" value="skip" />}
          <Button className="w-full" pending={busy} pendingLabel={t("payouts.preparing")}>
            {t("payouts.prepare")}
          </Button>
        </Form>
      )}
    </ConfirmPanel>
  );
}

function HeldChoice({ skipHeld, creatorId }: { skipHeld: boolean; creatorId: string | undefined }) {
  const t = useText();
  const query = new URLSearchParams({
    ...(creatorId && { creator: creatorId }),
    ...(!skipHeld && { held: "skip" }),
  });
  return (
    <p>
      {skipHeld && `${t("payouts.detailsSkipped")} `}
      <TextLink to={`/admin/payouts/prepare?${query}`}>
        {t(skipHeld ? "payouts.detailsInclude" : "payouts.detailsSkip")}
      </TextLink>
    </p>
  );
}
