import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { ProofField } from "~/features/accounts/proof-field";
import { hasRecentProof, requireRecentProof } from "~/features/accounts/recent-proof.server";
import { ShopHeader } from "~/features/catalog/shop-header";
import { ShopFooter } from "~/features/law/shop-footer";
import { formatMoney } from "~/features/money/money";
import { PurchaseTexts } from "~/features/purchases/purchase-texts";
import { RefundKeyField } from "~/features/refunds/refund-key-field";
import { submitRefundKey } from "~/features/refunds/submit-refund-key.server";
import { refundKeyForm } from "~/features/refunds/withdrawal-form";
import { decideLocale } from "~/i18n/language-in-address";
import { metaText } from "~/i18n/meta-text";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { refuse } from "~/platform/forms/action-result.server";
import { parseFields, readForm } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo } from "~/platform/responses.server";
import { requireViewer } from "~/server/guards.server";
import { purchaseLogin, requireOwnPurchase } from "~/server/own-purchase.server";
import { Button } from "~/ui/button";
import { ConfirmPanel } from "~/ui/confirm-panel";
import { Container } from "~/ui/page-frame/container";

export const meta: MetaFunction = ({ location }) => metaText(location, "refundKey");

/** 404 for another person's purchase. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId } = await requireViewer({ request, context, flash: purchaseLogin });
  const purchase = await requireOwnPurchase({ request, context, consumerId: userId, id: params.saleId });
  const { title, currency, keyNeed, keyCents, state } = purchase;
  return {
    title,
    currency,
    keyNeed,
    keyCents,
    paidTwice: state.kind === "paidTwice",
    proofNeeded: !(await hasRecentProof(context, request)),
  };
}

/** Stores the Pix key. Of concurrent submissions the first one counts; the others learn that no key is needed. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const { userId } = await requireViewer({ request, context, flash: purchaseLogin });
  const { id: saleId } = await requireOwnPurchase({
    request,
    context,
    consumerId: userId,
    id: params.saleId,
  });
  const fields = await readForm(request);
  const form = parseFields(refundKeyForm, fields);
  if (!form.ok) return refuse(form.problem);
  const proof = await requireRecentProof(context, request, fields);
  if (!proof.ok) return refuse(proof.problem, proof);
  const locale = decideLocale(new URL(request.url));
  const given = await submitRefundKey(context.services, {
    consumerId: userId,
    saleId,
    locale,
    ...form.value,
  });
  if (!given.ok && given.error === "notFound") throw new Response(null, { status: 404 });
  const flash = given.ok
    ? ({ tone: "success", title: "purchases.keyGiven", description: "purchases.keyGivenText" } as const)
    : ({
        tone: "info",
        title: "purchases.keyNotNeededTitle",
        description: "purchases.keyNotNeeded",
      } as const);
  return goTo("/purchases", { request, context, flash });
}

export default function RefundKey() {
  return (
    <PurchaseTexts>
      <KeyQuestion />
    </PurchaseTexts>
  );
}

function KeyQuestion() {
  const { title, currency, keyNeed, keyCents, paidTwice, proofNeeded } = useLoaderData<typeof loader>();
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  const busy = useNavigation().state === "submitting";
  const result = useActionResult(useActionData<typeof action>());
  const back = linkTo("/purchases").to;
  const amount = formatMoney(keyCents, currency, locale);
  return (
    <div className="flex min-h-dvh flex-col">
      <ShopHeader />
      <main id="main">
        <Container className="py-8 sm:py-16">
          {keyNeed ? (
            <ConfirmPanel
              title={t("purchases.keyTitle")}
              description={
                <div className="space-y-3">
                  <p>{t(paidTwice ? "purchases.keyTwice" : "purchases.keyBack", { amount, title })}</p>
                  <p>{t(keyNeed === "again" ? "purchases.withdrawNotSentKey" : "purchases.keyWhy")}</p>
                </div>
              }
              cancelLabel={t("purchases.keyLater")}
              cancelTo={back}
            >
              <Form method="post" className="space-y-6">
                <RefundKeyField result={result} />
                <ProofField needed={proofNeeded} result={result} />
                <Button className="w-full" pending={busy} pendingLabel={t("purchases.keySending")}>
                  {t("purchases.keySend")}
                </Button>
              </Form>
            </ConfirmPanel>
          ) : (
            <ConfirmPanel
              title={t("purchases.keyNotNeededTitle")}
              description={<p>{t("purchases.keyNotNeeded")}</p>}
              cancelLabel={t("common.back")}
              cancelTo={back}
            >
              {null}
            </ConfirmPanel>
          )}
        </Container>
      </main>
      <ShopFooter />
    </div>
  );
}
