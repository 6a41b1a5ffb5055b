import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refuseManyEdits } from "~/features/base/accounts/try-limits.server";
import { refundKeyForm } from "~/features/orders/purchases/refund-form";
import { RefundKeyQuestion } from "~/features/orders/purchases/refund-key-question";
import { submitRefundKey } from "~/features/orders/purchases/refund-mails.server";
import { ShopPage } from "~/features/shop/catalog/shop-page";
import { LearningTexts } from "~/i18n/learning-texts";
import { decideLocale } from "~/i18n/page-language";
import { metaText } from "~/i18n/page-titles";
import { parseFields, readForm, refuse } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import type { Flash } from "~/platform/session/cookies.server";
import { purchaseLogin, requireOwnPurchase, requireViewer } from "~/server/guards.server";
import { hasRecentProof, requireProof } from "~/server/recent-proof.server";

export const meta: MetaFunction = ({ location }) => metaText(location, "refundKey");

export const headers = retryAfterHeaders;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId } = await requireViewer({ request, context, flash: purchaseLogin });
  const purchase = await requireOwnPurchase({ request, context, consumerId: userId, id: params.saleId });
  const { title, currency, keyNeed, keyGivenAt, keyCents, state } = purchase;
  return {
    title,
    currency,
    keyNeed,
    keyGivenAt,
    keyCents,
    paidTwice: state.kind === "paidTwice",
    proofNeeded: !(await hasRecentProof(context, request)),
  };
}

/** Stores the Pix key, or corrects it until the transfer is sent. The first concurrent submission counts. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const { userId } = await requireViewer({ request, context, flash: purchaseLogin });
  const { id: saleId } = await requireOwnPurchase({
    request,
    context,
    consumerId: userId,
    id: params.saleId,
  });
  const fields = await readForm(request);
  const refused = await refuseManyEdits(context, userId, fields);
  if (refused) return refused;
  const form = parseFields(refundKeyForm, fields);
  if (!form.ok) return refuse(form.problem);
  const proof = await requireProof(context, request, { action: "giveRefundKey", fields });
  if (!proof.ok) return refuse(proof.problem, proof);
  const locale = decideLocale(new URL(request.url));
  const given = await submitRefundKey(context.services, {
    consumerId: userId,
    saleId,
    locale,
    ...form.value,
  });
  if (!given.ok && given.error === "notFound") throw new Response(null, { status: 404 });
  return goTo("/purchases", { request, context, flash: tellGiven(given) });
}

function tellGiven(given: Awaited<ReturnType<typeof submitRefundKey>>): Flash {
  if (given.ok)
    return { tone: "success", title: "purchases.keyGiven", description: "purchases.keyGivenText" };
  if (given.error === "changedMeanwhile")
    return {
      tone: "info",
      title: "purchases.keyChangedTitle",
      description: "purchases.keyChangedMeanwhile",
    };
  return { tone: "info", title: "purchases.keyNotNeededTitle", description: "purchases.keyNotNeeded" };
}

export default function RefundKey() {
  return (
    <LearningTexts>
      <KeyQuestion />
    </LearningTexts>
  );
}

function KeyQuestion() {
  const { proofNeeded, ...purchase } = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  return (
    <ShopPage className="py-8 sm:py-16">
      <RefundKeyQuestion purchase={purchase} proofNeeded={proofNeeded} result={result} />
    </ShopPage>
  );
}
