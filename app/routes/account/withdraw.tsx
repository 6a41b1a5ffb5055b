import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { ShopHeader } from "~/features/catalog/shop-header";
import { pixKeyMaxLength } from "~/features/fields/pix-key";
import { parseId } from "~/features/fields/record-id";
import { formatMoney } from "~/features/money/money";
import { PurchaseTexts } from "~/features/purchases/purchase-texts";
import { showPurchase } from "~/features/purchases/show-purchases.server";
import { withdrawFromSale } from "~/features/refunds/refund-sale.server";
import { withdrawalForm } from "~/features/refunds/withdrawal-form";
import { decideLocale } from "~/i18n/locale";
import { metaText } from "~/i18n/meta-text";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { refuse } from "~/platform/action-result.server";
import type { Flash } from "~/platform/flash.server";
import { parseFields, problemWith, readForm } from "~/platform/forms.server";
import { tellLostLine } from "~/platform/network-failure";
import { goTo } from "~/platform/responses.server";
import { useActionResult } from "~/platform/use-action-result";
import { requireViewer } from "~/server/guards.server";
import { Button } from "~/ui/button";
import { ConfirmPanel } from "~/ui/confirm-panel";
import { Container } from "~/ui/container";
import { Field } from "~/ui/field";

export const meta: MetaFunction = ({ location }) => metaText(location, "withdraw");

const loginFirst = { tone: "info", title: "watch.loginTitle", description: "purchases.login" } as const;

/** The question, and what follows from a yes. Somebody else's purchase is nobody's: 404. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId } = await requireViewer({ request, context, flash: loginFirst });
  const purchase = await findOwn({ request, context, consumerId: userId, id: params.saleId });
  const { title, withdrawCents, currency, withdrawUntil, withdrawAgain, method } = purchase;
  return { title, withdrawCents, currency, withdrawUntil, withdrawAgain, byHand: method === "boleto" };
}

interface Own {
  request: Request;
  context: AppLoadContext;
  consumerId: string;
  id: string | undefined;
}

async function findOwn({ request, context, consumerId, id }: Own) {
  const saleId = parseId(id);
  const locale = decideLocale(new URL(request.url));
  const purchase = saleId && (await showPurchase(context.services, { consumerId, saleId, locale }));
  if (!purchase) throw new Response(null, { status: 404 });
  return purchase;
}

/**
 * Withdraws. Pressed twice, or in two tabs, it happens once, and both are told that it did. Where to is asked only of who
 * still may.
 */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const { userId } = await requireViewer({ request, context, flash: loginFirst });
  const purchase = await findOwn({ request, context, consumerId: userId, id: params.saleId });
  const { id: saleId, method, withdrawUntil, withdrawAgain } = purchase;
  const fields = await readForm(request);
  const stillMay = withdrawUntil !== null || withdrawAgain;
  const form = parseFields(withdrawalForm({ byHand: method === "boleto" && stillMay }), fields);
  if (!form.ok) return refuse(form.problem);
  const locale = decideLocale(new URL(request.url));
  const own = { consumerId: userId, saleId, locale };
  const withdrawn = await withdrawFromSale(context.services, { ...own, ...form.value });
  if (!withdrawn.ok && withdrawn.error === "notFound") throw new Response(null, { status: 404 });
  if (!withdrawn.ok && withdrawn.error === "noPixKey")
    return refuse(problemWith(fields, { pixKey: "common.required" }));
  return goTo("/purchases", { request, context, flash: tellOutcome(withdrawn) });
}

function tellOutcome(withdrawn: Awaited<ReturnType<typeof withdrawFromSale>>): Flash {
  if (withdrawn.ok || withdrawn.error === "alreadyWithdrawn")
    return { tone: "success", title: "purchases.withdrawn", description: "purchases.comingBack" };
  if (withdrawn.error === "refused")
    return {
      tone: "error",
      title: "purchases.withdrawRefused",
      description: "purchases.withdrawRefusedText",
    };
  return { tone: "error", title: "purchases.withdrawClosedTitle", description: "purchases.withdrawClosed" };
}

export const clientAction = tellLostLine;

export default function Withdraw() {
  return (
    <PurchaseTexts>
      <WithdrawalQuestion />
    </PurchaseTexts>
  );
}

function WithdrawalQuestion() {
  const { title, withdrawCents, currency, withdrawUntil, withdrawAgain, byHand } =
    useLoaderData<typeof loader>();
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  const busy = useNavigation().state === "submitting";
  const { errorOf, typedIn } = useActionResult(useActionData<typeof action>());
  const back = linkTo("/purchases").to;
  return (
    <div className="flex min-h-dvh flex-col">
      <ShopHeader />
      <main id="main">
        <Container className="py-8 sm:py-16">
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
                  <p>{t(byHand ? "purchases.withdrawByHand" : "purchases.withdrawSameWay")}</p>
                  {withdrawUntil && <p>{t("purchases.withdrawRight", { date: withdrawUntil })}</p>}
                </div>
              }
              cancelLabel={t("purchases.withdrawKeep")}
              cancelTo={back}
            >
              <Form method="post" className="space-y-6">
                {byHand && (
                  <Field
                    name="pixKey"
                    label={t("purchases.withdrawPixKey")}
                    hint={t("pix.hint")}
                    error={errorOf("pixKey")}
                    defaultValue={typedIn("pixKey")}
                    maxLength={pixKeyMaxLength}
                    autoComplete="off"
                    autoCapitalize="none"
                    spellCheck={false}
                    required
                  />
                )}
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
        </Container>
      </main>
    </div>
  );
}
