import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refuseManyEdits } from "~/features/base/accounts/try-limits.server";
import { CouponForm } from "~/features/orders/coupons/coupon-form-fields";
import { CouponList } from "~/features/orders/coupons/coupon-list";
import { changeCoupon } from "~/features/orders/coupons/save-coupon.server";
import { showCoupons } from "~/features/studio/dashboard/show-coupons.server";
import { creatorTitle } from "~/i18n/creator-titles";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { readRepeatedForm, refuse } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { requireCreator } from "~/server/guards.server";
import { BackLink, PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = (page) => creatorTitle(page, "coupons");

export const headers = retryAfterHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  return showCoupons(context.services, userId, new URL(request.url));
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

export default function Coupons() {
  const { coupons, next, products, shareBp } = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <>
      <PageHeader
        above={<BackLink {...linkTo("/creator/videos")}>{t("creator.navItems.videos")}</BackLink>}
        title={t("coupons.title")}
        className="mb-6"
      />
      <CouponForm key={coupons.length} creator={{ products, shareBp }} result={result} />
      <div className="mt-8">
        <CouponList coupons={coupons} older={next && `/creator/coupons?after=${next}`} />
      </div>
    </>
  );
}
