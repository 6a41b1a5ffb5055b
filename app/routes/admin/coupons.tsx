import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ProofField } from "~/features/base/factors/proof-field";
import { loadTwoPeople } from "~/features/money/ledger/approvals.server";
import { CouponForm } from "~/features/orders/coupons/coupon-form-fields";
import { CouponList } from "~/features/orders/coupons/coupon-list";
import { changeCoupon, listShownCoupons } from "~/features/orders/coupons/save-coupon.server";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { readRepeatedForm, refuse } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { parseCursor } from "~/platform/keyset";
import { goTo } from "~/platform/responses.server";
import { actorOf } from "~/platform/session/actor.server";
import { requireAdmin } from "~/server/guards.server";
import { requireProof } from "~/server/recent-proof.server";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = () => officeTitle("coupons");

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const { db, clock, env } = context.services;
  const after = parseCursor(new URL(request.url).searchParams.get("after"));
  const [shown, { required }] = await Promise.all([
    listShownCoupons(db, null, { now: clock(), after }),
    loadTwoPeople(db, env),
  ]);
  return { coupons: shown.coupons, next: shown.next, formId: randomUUID(), waits: required };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  const sent = await readRepeatedForm(request);
  const { fields } = sent;
  // Ending a coupon needs no proof: it removes a risk.
  if (fields.intent !== "end") {
    const proof = await requireProof(context, request, { action: "changePlatformCoupon", fields });
    if (!proof.ok) return refuse(proof.problem, proof);
  }
  const owner = { creatorId: null, by: actorOf(context, request, viewer) };
  const changed = await changeCoupon(context.services, owner, sent);
  if (changed.ok && changed.done === "waiting") {
    const flash = { tone: "info", title: "audit.account.grant.waiting" } as const;
    return goTo("/admin/approvals", { request, context, flash });
  }
  if (changed.ok) {
    const title = changed.done === "ended" ? "coupons.ended" : "coupons.saved";
    const flash = { tone: "success", title } as const;
    return goTo("/admin/coupons", { request, context, flash });
  }
  if ("error" in changed) throw new Response(null, { status: 404 });
  return refuse(changed.problem);
}

export default function AdminCoupons() {
  const { coupons, next, formId, waits } = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  const t = useText();
  return (
    <>
      <PageHeader title={t("coupons.title")} description={t("coupons.platformIntro")} className="mb-8" />
      {waits && (
        <Notice tone="info" className="mb-6">
          {t("approvals.couponWaits")}
        </Notice>
      )}
      <CouponForm creator={undefined} result={result}>
        <input type="hidden" name="id" value={formId} />
        <ProofField result={result} />
      </CouponForm>
      <div className="mt-8">
        <CouponList coupons={coupons} older={next && `/admin/coupons?after=${next}`} />
      </div>
    </>
  );
}
