import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refuseManyEdits } from "~/features/base/accounts/try-limits.server";
import { findCreatorFeeBp } from "~/features/money/fees/creator-fees.queries.server";
import { parseCouponCode, withCoupon } from "~/features/orders/coupons/coupon-code";
import { CouponForm } from "~/features/orders/coupons/coupon-form-fields";
import { CouponList } from "~/features/orders/coupons/coupon-list";
import { isCodeTaken, listCouponProducts } from "~/features/orders/coupons/coupons.queries.server";
import { changeCoupon, listShownCoupons } from "~/features/orders/coupons/save-coupon.server";
import { creatorPath } from "~/features/shop/creators/profile-rules";
import { findCreatorHead } from "~/features/studio/dashboard/creator-totals.queries.server";
import { videoPath } from "~/features/videos/listing/video-address";
import { creatorTitle } from "~/i18n/creator-titles";
import { decideLocale, localizePath } from "~/i18n/page-language";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { readRepeatedForm, refuse } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { parseCursor } from "~/platform/keyset";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { requireCreator } from "~/server/guards.server";
import { BackLink, PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = (page) => creatorTitle(page, "coupons");

export const headers = retryAfterHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const { db, clock, env } = context.services;
  const url = new URL(request.url);
  const locale = decideLocale(url);
  const after = parseCursor(url.searchParams.get("after"));
  // The form checks a code while it is typed.
  const checked = parseCouponCode(url.searchParams.get("code"));
  const [shown, products, head, shareBp, taken] = await Promise.all([
    listShownCoupons(db, userId, { now: clock(), after, locale }),
    listCouponProducts(db, userId),
    findCreatorHead(db, userId),
    findCreatorFeeBp(db, userId, clock()),
    checked ? isCodeTaken(db, { creatorId: userId, code: checked }) : false,
  ]);
  const pageOf = (productId: string | undefined) => {
    const product = products.find(({ id }) => id === productId);
    return product
      ? videoPath(product)
      : productId
        ? `/videos/${productId}`
        : creatorPath(head?.handle ?? "");
  };
  return {
    coupons: shown.coupons.map((coupon) => ({
      ...coupon,
      link: env.APP_URL + localizePath(withCoupon(pageOf(coupon.productId), coupon.code), locale),
    })),
    next: shown.next,
    products,
    shareBp,
    checked,
    taken,
  };
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
  const { failed, errorOf, typedIn } = useActionResult(useActionData<typeof action>());
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <>
      <PageHeader
        above={<BackLink {...linkTo("/creator/videos")}>{t("creator.navItems.videos")}</BackLink>}
        title={t("coupons.title")}
        className="mb-6"
      />
      <CouponForm
        key={coupons.length}
        creator={{ products, shareBp }}
        failed={failed}
        errorOf={errorOf}
        typedIn={typedIn}
      />
      <div className="mt-8">
        <CouponList coupons={coupons} older={next && `/creator/coupons?after=${next}`} />
      </div>
    </>
  );
}
