import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { ProofField } from "~/features/base/factors/proof-field";
import { withdrawalForm } from "~/features/orders/purchases/refund-form";
import { RefundKeyField } from "~/features/orders/purchases/refund-key-question";
import { withdrawFromSale } from "~/features/orders/purchases/refund-sale.server";
import { listPaidCourses } from "~/features/orders/settlement/course-credits.queries.server";
import { ShopPage } from "~/features/shop/catalog/shop-page";
import { LearningTexts } from "~/i18n/learning-texts";
import { formatMoney } from "~/i18n/money";
import { decideLocale } from "~/i18n/page-language";
import { metaText } from "~/i18n/page-titles";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { parseFields, problemWith, readForm, refuse } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo } from "~/platform/responses.server";
import type { Flash } from "~/platform/session/cookies.server";
import { purchaseLogin, requireOwnPurchase, requireViewer } from "~/server/guards.server";
import { hasRecentProof, requireProof } from "~/server/recent-proof.server";
import { Button } from "~/ui/button";
import { ConfirmPanel } from "~/ui/dialog";

export const meta: MetaFunction = ({ location }) => metaText(location, "withdraw");

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId } = await requireViewer({ request, context, flash: purchaseLogin });
  const purchase = await requireOwnPurchase({ request, context, consumerId: userId, id: params.saleId });
  const { title, withdrawCents, currency, withdrawUntil, withdrawAgain, withdrawByHand: byHand } = purchase;
  const proofNeeded = byHand && !(await hasRecentProof(context, request));
  const courses = await listPaidCourses(context.services.db, purchase.id, "endWithout");
  return { title, withdrawCents, currency, withdrawUntil, withdrawAgain, byHand, proofNeeded, courses };
}

/** Concurrent submissions all succeed. The destination is required only while withdrawal is possible. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const { userId } = await requireViewer({ request, context, flash: purchaseLogin });
  const purchase = await requireOwnPurchase({ request, context, consumerId: userId, id: params.saleId });
  const { id: saleId, withdrawByHand, withdrawUntil, withdrawAgain } = purchase;
  const fields = await readForm(request);
  const stillMay = withdrawUntil !== null || withdrawAgain;
  const form = parseFields(withdrawalForm({ byHand: withdrawByHand && stillMay }), fields);
  if (!form.ok) return refuse(form.problem);
  // A key decides where the money goes; a refund to the payment method needs no proof.
  if (form.value.pixKey) {
    const proof = await requireProof(context, request, { action: "withdrawByPix", fields });
    if (!proof.ok) return refuse(proof.problem, proof);
  }
  const locale = decideLocale(new URL(request.url));
  const ownSale = { consumerId: userId, saleId, locale };
  const withdrawn = await withdrawFromSale(context.services, { ...ownSale, ...form.value });
  if (!withdrawn.ok && withdrawn.error === "notFound") throw new Response(null, { status: 404 });
  if (!withdrawn.ok && withdrawn.error === "noPixKey")
    return refuse(problemWith(fields, { pixKey: "common.required" }));
  return goTo("/purchases", { request, context, flash: tellOutcome(withdrawn) });
}

function tellOutcome(withdrawn: Awaited<ReturnType<typeof withdrawFromSale>>): Flash {
  if (withdrawn.ok || withdrawn.error === "alreadyWithdrawn")
    return { tone: "success", title: "purchases.withdrawn", description: "purchases.comingBack" };
  if (withdrawn.error === "credited")
    return {
      tone: "error",
      title: "purchases.withdrawClosedTitle",
      description: "purchases.withdrawCourseFirst",
    };
  if (withdrawn.error === "refused")
    return {
      tone: "error",
      title: "purchases.withdrawRefused",
      description: "purchases.withdrawRefusedText",
    };
  return { tone: "error", title: "purchases.withdrawClosedTitle", description: "purchases.withdrawClosed" };
}

export default function Withdraw() {
  return (
    <LearningTexts>
      <WithdrawalQuestion />
    </LearningTexts>
  );
}

function WithdrawalQuestion() {
  const { title, withdrawCents, currency, withdrawUntil, withdrawAgain, byHand, proofNeeded, courses } =
    useLoaderData<typeof loader>();
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  const busy = useNavigation().state === "submitting";
  const result = useActionResult(useActionData<typeof action>());
  const back = linkTo("/purchases").to;
  return (
    <ShopPage className="py-8 sm:py-16">
      {withdrawUntil || withdrawAgain ? (
        <ConfirmPanel
          title={t("purchases.withdrawTitle")}
          description={
            <div className="space-y-3">
              {withdrawAgain && (
                <p>{t(byHand ? "purchases.withdrawNotSentKey" : "purchases.withdrawNotSentText")}</p>
              )}
              <p>
                {t("purchases.withdrawText", {
                  amount: formatMoney(withdrawCents, currency, locale),
                  title,
                })}
              </p>
              {courses.map((course) => (
                <p key={course} className="font-semibold">
                  {t("purchases.withdrawCourseToo", { title: course })}
                </p>
              ))}
              <p>{t(byHand ? "purchases.withdrawByHand" : "purchases.withdrawSameWay")}</p>
              {withdrawUntil && <p>{t("purchases.withdrawRight", { date: withdrawUntil })}</p>}
            </div>
          }
          cancelLabel={t("purchases.withdrawKeep")}
          cancelTo={back}
        >
          <Form method="post" className="space-y-6">
            {byHand && <RefundKeyField result={result} />}
            <ProofField needed={proofNeeded} result={result} />
            <Button
              variant="danger"
              className="w-full"
              pending={busy}
              pendingLabel={t("purchases.withdrawing")}
            >
              {t("purchases.withdrawConfirm")}
            </Button>
          </Form>
        </ConfirmPanel>
      ) : (
        <ConfirmPanel
          title={t("purchases.withdrawClosedTitle")}
          description={<p>{t("purchases.withdrawClosed")}</p>}
          cancelLabel={t("common.back")}
          cancelTo={back}
        >
          {null}
        </ConfirmPanel>
      )}
    </ShopPage>
  );
}
