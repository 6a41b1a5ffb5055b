import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refuseManyEdits } from "~/features/accounts/accounts/edit-limit.server";
import { CouponForm, ToCouponForm } from "~/features/orders/coupons/coupon-form-fields";
import { CouponList } from "~/features/orders/coupons/coupon-list";
import { listCouponProducts } from "~/features/orders/coupons/coupons.queries.server";
import { changeCoupon, listShownCoupons } from "~/features/orders/coupons/save-coupon.server";
import { creatorTitle } from "~/i18n/creator-titles";
import { decideLocale } from "~/i18n/page-language";
import { useText } from "~/i18n/use-locale";
import { refuse } from "~/platform/forms/action-result.server";
import { readRepeatedForm } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { parseCursor } from "~/platform/keyset";
import { goTo } from "~/platform/responses.server";
import { retryAfterHeaders } from "~/platform/retry-after-headers";
import { requireCreator } from "~/server/guards.server";
import { PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = (page) => creatorTitle(page, "coupons");

export const headers = retryAfterHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const { db, clock } = context.services;
  const url = new URL(request.url);
  const after = parseCursor(url.searchParams.get("after"));
  const [shown, products] = await Promise.all([
    listShownCoupons(db, userId, { now: clock(), after, locale: decideLocale(url) }),
    listCouponProducts(db, userId),
  ]);
  return { coupons: shown.coupons, next: shown.next, products };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const sent = await readRepeatedForm(request);
  const refused = await refuseManyEdits(context, userId, sent.fields);
  if (refused) return refused;
  const changed = await changeCoupon(context.services, { creatorId: userId }, sent);
  if (changed.ok) {
    const title = changed.done === "ended" ? "coupons.ended" : "coupons.saved";
    const flash = { tone: "success", title } as const;
    return goTo("/creator/coupons", { request, context, flash });
  }
  if ("error" in changed) throw new Response(null, { status: 404 });
  return refuse(changed.problem);
}

/** The coupons of a creator. */
export default function Coupons() {
  const { coupons, next, products } = useLoaderData<typeof loader>();
  const { failed, errorOf, typedIn } = useActionResult(useActionData<typeof action>());
  const t = useText();
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        title={t("coupons.title")}
        description={t("coupons.intro")}
        actions={coupons.length > 0 && <ToCouponForm />}
        className="mb-8"
      />
      <CouponList coupons={coupons} older={next && `/creator/coupons?after=${next}`} />
      <CouponForm products={products} failed={failed} errorOf={errorOf} typedIn={typedIn} />
    </div>
  );
}
