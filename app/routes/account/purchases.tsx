import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ShopFooter } from "~/features/accounts/terms/shop-footer";
import { usePurchaseNews } from "~/features/orders/checkout/use-purchase-news";
import { PurchaseItem } from "~/features/orders/purchases/purchase-item";
import { PurchaseTexts } from "~/features/orders/purchases/purchase-texts";
import { showPurchases } from "~/features/orders/purchases/show-purchases.server";
import { ShopHeader } from "~/features/shop/catalog/shop-header";
import { decideLocale } from "~/i18n/language-in-address";
import { metaText } from "~/i18n/meta-text";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { parseCursor } from "~/platform/keyset";
import { requireViewer } from "~/server/guards.server";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { Container } from "~/ui/page-frame/container";
import { PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = ({ location }) => metaText(location, "purchases");

const loginFirst = { tone: "info", title: "watch.loginTitle", description: "purchases.login" } as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context, flash: loginFirst });
  const url = new URL(request.url);
  const after = parseCursor(url.searchParams.get("after"));
  const locale = decideLocale(url);
  return showPurchases(context.services, { consumerId: viewer.userId, after, locale });
}

export default function Purchases() {
  return (
    <PurchaseTexts>
      <PurchaseList />
    </PurchaseTexts>
  );
}

function PurchaseList() {
  const { purchases, next } = useLoaderData<typeof loader>();
  const isWaiting = purchases.some(({ state: { kind } }) =>
    ["pending", "awaiting", "processing"].includes(kind),
  );
  usePurchaseNews({ whenSeen: isWaiting });
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <div className="flex min-h-dvh flex-col">
      <ShopHeader />
      <main id="main">
        <Container width="medium" className="py-8 sm:py-12">
          <PageHeader title={t("common.purchases")} description={t("purchases.text")} className="mb-8" />
          {purchases.length === 0 ? (
            <EmptyState
              title={t("purchases.none")}
              description={t("purchases.noneHint")}
              action={<ButtonLink {...linkTo("/marketplace")}>{t("purchases.toVideos")}</ButtonLink>}
            />
          ) : (
            <Card>
              <ul className="divide-y divide-line">
                {purchases.map((purchase) => (
                  <PurchaseItem key={purchase.id} purchase={purchase} />
                ))}
              </ul>
            </Card>
          )}
          {isWaiting && (
            <p className="mt-4">
              <ButtonLink {...linkTo("/purchases")} variant="quiet" reloadDocument>
                {t("common.refresh")}
              </ButtonLink>
            </p>
          )}
          {next && (
            <div className="mt-8 flex justify-center">
              <ButtonLink {...linkTo(`/purchases?after=${next}`)} variant="secondary">
                {t("purchases.more")}
              </ButtonLink>
            </div>
          )}
        </Container>
      </main>
      <ShopFooter />
    </div>
  );
}
