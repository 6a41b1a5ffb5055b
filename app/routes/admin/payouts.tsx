import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BatchList } from "~/features/money/payouts/batch-list";
import { parseWeekdays } from "~/features/money/payouts/payout-days";
import { NextBatch, OwedCreatorList } from "~/features/money/payouts/payouts-page";
import { parseOwedCursor, saveSchedule, showPayouts } from "~/features/money/payouts/show-payouts.server";
import { ExportLinks } from "~/features/office/exports/export-links";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { readRepeatedForm } from "~/platform/forms/forms.server";
import { parseCursor } from "~/platform/keyset";
import { goTo } from "~/platform/responses.server";
import { actorOf } from "~/platform/session/actor.server";
import { requireAdmin, requirePayoutAdmin } from "~/server/guards.server";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icons";
import { PageHeader } from "~/ui/page-frame/page-header";
import { PageLinks } from "~/ui/page-links";

export const meta: MetaFunction = () => officeTitle("payouts");

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const { searchParams } = new URL(request.url);
  return showPayouts(context.services, {
    owedAfter: parseOwedCursor(searchParams.get("after")),
    batchesAfter: parseCursor(searchParams.get("batches")),
  });
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
  const shown = useLoaderData<typeof loader>();
  const { owed, batches } = shown;
  const t = useText();
  return (
    <>
      <PageHeader
        title={t("payouts.title")}
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
      <NextBatch shown={shown} />
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
