import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import { formatMoney } from "~/features/sales/money";
import { PurchaseTexts } from "~/features/sales/purchase-texts";
import { withdrawFromSale } from "~/features/sales/refund-sale.server";
import { parseSaleId } from "~/features/sales/sale-id";
import { showPurchase } from "~/features/sales/show-purchases.server";
import { ShopHeader } from "~/features/videos/shop-header";
import { metaText } from "~/i18n/meta-text";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import type { Flash } from "~/platform/flash.server";
import { requireViewer } from "~/platform/guards.server";
import { goTo } from "~/platform/responses.server";
import { Button } from "~/ui/button";
import { ConfirmPanel } from "~/ui/confirm-panel";
import { Container } from "~/ui/container";

export const meta: MetaFunction = ({ location }) => metaText(location, "withdraw");

const loginFirst = { tone: "info", title: "watch.loginTitle", description: "purchases.login" } as const;

/** The question, and what follows from a yes. Somebody else's purchase is nobody's: 404. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId } = await requireViewer({ request, context, flash: loginFirst });
  const saleId = parseSaleId(params.saleId);
  const purchase = saleId && (await showPurchase(context.services, { consumerId: userId, saleId }));
  if (!purchase) throw new Response(null, { status: 404 });
  const { title, amountCents, currency, withdrawUntil, method } = purchase;
  return { title, amountCents, currency, withdrawUntil, byHand: method === "boleto" };
}

/** Withdraws. Pressed twice, or in two tabs, it happens once, and both are told that it did. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const { userId } = await requireViewer({ request, context, flash: loginFirst });
  const saleId = parseSaleId(params.saleId);
  const withdrawn = saleId
    ? await withdrawFromSale(context.services, { consumerId: userId, saleId })
    : ({ ok: false, error: "notFound" } as const);
  if (!withdrawn.ok && withdrawn.error === "notFound") throw new Response(null, { status: 404 });
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

export default function Withdraw() {
  return (
    <PurchaseTexts>
      <WithdrawalQuestion />
    </PurchaseTexts>
  );
}

function WithdrawalQuestion() {
  const { title, amountCents, currency, withdrawUntil, byHand } = useLoaderData<typeof loader>();
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  const busy = useNavigation().state === "submitting";
  const back = linkTo("/purchases").to;
  return (
    <div className="flex min-h-dvh flex-col">
      <ShopHeader />
      <main id="main">
        <Container className="py-8 sm:py-16">
          {withdrawUntil ? (
            <ConfirmPanel
              title={t("purchases.withdrawTitle")}
              description={
                <div className="space-y-3">
                  <p>
                    {t("purchases.withdrawText", {
                      amount: formatMoney(amountCents, currency, locale),
                      title,
                    })}
                  </p>
                  <p>{t(byHand ? "purchases.withdrawByHand" : "purchases.withdrawSameWay")}</p>
                  <p>{t("purchases.withdrawRight", { date: withdrawUntil })}</p>
                </div>
              }
              cancelLabel={t("common.cancel")}
              cancelTo={back}
            >
              <Form method="post">
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
