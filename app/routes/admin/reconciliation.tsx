import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { rebuildSaleByAdmin } from "~/features/office/reconciliation/rebuild-sale-by-admin.server";
import { ReconciliationSections } from "~/features/office/reconciliation/reconciliation-sections";
import { showReconciliation } from "~/features/office/reconciliation/show-reconciliation.server";
import { replayEvent } from "~/features/orders/settlement/receive-event.server";
import { findPastedVideoId } from "~/features/videos/listing/listing.queries.server";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import { type FieldErrors, problemWith, readForm, refuse } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import { goTo } from "~/platform/responses.server";
import { type Actor, actorOf } from "~/platform/session/actor.server";
import type { Flash } from "~/platform/session/cookies.server";
import { requireAdmin } from "~/server/guards.server";
import { hasRecentProof, requireProof } from "~/server/recent-proof.server";
import { Button } from "~/ui/button";
import { PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = () => officeTitle("adminReconciliation");

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const shown = await showReconciliation(context.services);
  return { ...shown, proofNeeded: !(await hasRecentProof(context, request)) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  const by = actorOf(context, request, viewer);
  const fields = await readForm(request);
  const { services } = context;
  const back = (flash: Flash) => goTo("/admin/reconciliation", { request, context, flash });
  if (fields.intent === "replay") {
    const replayed = await replayEvent(services, fields.eventId ?? "", by);
    if (replayed === undefined) throw new Response(null, { status: 404 });
    const failed = typeof replayed === "object" && !replayed.ok;
    return back(
      failed
        ? { tone: "error", title: "office.replayFailed", description: `office.kind_${replayed.error}` }
        : { tone: "success", title: "office.replayed" },
    );
  }
  if (fields.intent === "rebuild") {
    const proof = await requireProof(context, request, { action: "rebuildSale", fields });
    if (!proof.ok) return refuse(proof.problem, proof);
    const rebuilt = await rebuild(services, fields, by);
    return "errors" in rebuilt ? refuse(problemWith(fields, rebuilt.errors)) : back(rebuilt);
  }
  if (fields.intent !== "run") throw new Response(null, { status: 400 });
  // The provider takes minutes: the page shows the result once the job has ended.
  await services.db.transaction().execute(async (trx) => {
    await insertAuditEntry(trx, by, {
      action: "reconciliationRun",
      target: { kind: "reconciliation", id: "stripe", label: "Stripe" },
    });
    await addJob(trx, "reconcile", {}, { key: "reconcile" });
  });
  return back({ tone: "success", title: "office.runQueued", description: "office.runQueuedText" });
}

async function rebuild(
  services: Parameters<typeof rebuildSaleByAdmin>[0],
  { checkoutId = "", email = "", video = "" }: Record<string, string>,
  by: Actor,
): Promise<Flash | { errors: FieldErrors }> {
  try {
    const sale = { checkoutId, email, videoId: await findPastedVideoId(services.db, video) };
    const rebuilt =
      video.trim() !== "" && !sale.videoId
        ? ({ ok: false, error: "unknownVideo" } as const)
        : await rebuildSaleByAdmin(services, sale, by);
    if (!rebuilt.ok && rebuilt.error === "unknownBuyer")
      return { errors: { email: "office.rebuild_unknownBuyer" } };
    if (!rebuilt.ok && rebuilt.error === "unknownVideo")
      return { errors: { video: "office.rebuild_unknownVideo" } };
    if (!rebuilt.ok)
      return { tone: "error", title: "office.rebuildFailed", description: `office.rebuild_${rebuilt.error}` };
    return { tone: "success", title: "office.rebuilt", description: "office.rebuiltText" };
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    return { tone: "error", title: "office.runAway", description: "office.runAwayText" };
  }
}

export default function AdminReconciliation() {
  const shown = useLoaderData<typeof loader>();
  const t = useText();
  const busy = useNavigation().formData?.get("intent") === "run";
  const ok = shown.last && shown.differences.length + shown.events.length === 0;
  const result = useActionResult(useActionData<typeof action>());
  return (
    <div className="space-y-6">
      <PageHeader
        title={t("office.reconciliation")}
        actions={
          <Form method="post">
            <input type="hidden" name="intent" value="run" />
            <Button variant={ok ? "secondary" : "primary"} pending={busy} pendingLabel={t("office.running")}>
              {t("office.runNow")}
            </Button>
          </Form>
        }
      />
      <ReconciliationSections shown={shown} result={result} />
    </div>
  );
}
