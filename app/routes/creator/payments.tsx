import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refuseManyEdits } from "~/features/base/accounts/try-limits.server";
import { findPayoutSettings } from "~/features/money/payees/details.queries.server";
import { payoutForm } from "~/features/money/payees/payout-form";
import { cancelHeldDetails, savePayoutDetails } from "~/features/money/payees/save-payout-details.server";
import { readTaxIdField } from "~/features/money/payees/stored-tax-id.server";
import { PaymentsPage } from "~/features/money/payouts/payments-page";
import { showPayments } from "~/features/money/payouts/show-payments.server";
import { creatorTitle } from "~/i18n/creator-titles";
import { formatDateTime } from "~/i18n/dates";
import { decideLocale } from "~/i18n/page-language";
import { parseFields, problemWith, readForm, refuse } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { parseCursor } from "~/platform/keyset";
import { isAccountErased } from "~/platform/outage.server";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { actorOf } from "~/platform/session/actor.server";
import type { Flash } from "~/platform/session/cookies.server";
import { requireCreator } from "~/server/guards.server";
import { hasRecentProof, requireProof } from "~/server/recent-proof.server";

export const meta: MetaFunction = (page) => creatorTitle(page, "payments");

export const headers = retryAfterHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const url = new URL(request.url);
  const after = parseCursor(url.searchParams.get("after"));
  const [saved, proved] = await Promise.all([
    showPayments(context.services, { userId, after, locale: decideLocale(url) }),
    hasRecentProof(context, request),
  ]);
  return { ...saved, proofNeeded: !proved };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireCreator({ request, context });
  const { services } = context;
  const fields = await readForm(request);
  const refused = await refuseManyEdits(context, viewer.userId, fields);
  if (refused) return refused;
  const by = actorOf(context, request, viewer);
  try {
    if (fields.intent === "cancel") return await cancel();
    const cardKept = (await findPayoutSettings(services.db, viewer.userId))?.card_last4 != null;
    const form = parseFields(payoutForm({ cardKept }), fields);
    const taxId = readTaxIdField(fields);
    if (!taxId.ok)
      return refuse(
        form.ok
          ? problemWith(fields, taxId.errors)
          : problemWith(form.problem.values, { ...form.problem.errors, ...taxId.errors }),
      );
    if (!form.ok) return refuse(form.problem);
    const proof = await requireProof(context, request, { action: "changePayoutDetails", fields });
    if (!proof.ok) return refuse(proof.problem, proof);
    const { heldUntil } = await savePayoutDetails(services, by, { form: form.value, taxId: taxId.taxId });
    const flash: Flash = heldUntil
      ? {
          tone: "success",
          title: "creator.saved",
          description: "creator.savedHeldText",
          values: { date: formatDateTime(heldUntil, decideLocale(new URL(request.url))) },
        }
      : { tone: "success", title: "creator.saved", description: "creator.savedText" };
    return goTo("/creator/payments", { request, context, flash });
  } catch (error) {
    if (isAccountErased(error)) throw error;
    context.log.error({ err: error }, "payment settings could not be saved");
    return refuse(problemWith(fields, { form: "creator.saveFailedText" }), { status: 503 });
  }

  async function cancel() {
    const proof = await requireProof(context, request, { action: "cancelPayoutDetails", fields });
    if (!proof.ok) return refuse(proof.problem, proof);
    const flash = (await cancelHeldDetails(services, by))
      ? ({
          tone: "success",
          title: "payouts.detailsCancelled",
          description: "payouts.detailsCancelledText",
        } as const)
      : ({ tone: "error", title: "payouts.detailsNotHeld" } as const);
    return goTo("/creator/payments", { request, context, flash });
  }
}

export default function Payments() {
  const { proofNeeded, ...saved } = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  return <PaymentsPage saved={saved} proofNeeded={proofNeeded} result={result} />;
}
