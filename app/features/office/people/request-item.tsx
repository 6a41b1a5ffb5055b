import { Form, useNavigation } from "@remix-run/react";
import { ProofField } from "~/features/base/factors/proof-field";
import { CouponDiscount, CouponTerms } from "~/features/orders/coupons/coupon-list";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button } from "~/ui/button";
import { TextLink } from "~/ui/link";
import { Notice } from "~/ui/notice";
import type { RequestView } from "./requests.server";

interface RequestItemProps {
  request: RequestView;
  proofNeeded: boolean;
  result: ReturnType<typeof useActionResult>;
}

export function RequestItem({ request, proofNeeded, result }: RequestItemProps) {
  const t = useText();
  const { title, adjustment, coupon, accountId, requested, decided, status } = request;
  return (
    <li className="px-5 py-5 sm:px-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="min-w-0 font-semibold break-words">{t(title.key, title.values)}</p>
        {adjustment && <p className="text-lg font-bold tabular-nums">{adjustment.amount}</p>}
      </div>
      <p className="mt-1 text-sm break-words text-ink-faint">{t("approvals.askedBy", requested)}</p>
      {coupon && (
        <p className="mt-2 break-words">
          <CouponDiscount {...coupon} /> ·{" "}
          <CouponTerms
            {...coupon}
            uses={
              coupon.maxUses === null
                ? t("approvals.couponUnlimited")
                : t("approvals.couponUses", { max: coupon.maxUses })
            }
          />
        </p>
      )}
      {request.reason && <p className="mt-2 break-words">{request.reason}</p>}
      {accountId && (
        <p className="mt-1 flex flex-wrap items-center gap-x-4 text-sm text-ink-soft">
          {status === "waiting" && adjustment && t("approvals.balanceNow", adjustment)}
          <TextLink to={`/admin/creators/${accountId}`}>{t("approvals.seeAccount")}</TextLink>
        </p>
      )}
      {status === "waiting" ? (
        <DecisionForm request={request} proofNeeded={proofNeeded} result={result} />
      ) : (
        <p className="mt-2 text-sm break-words text-ink-soft">{t(`approvals.${status}At`, decided)}</p>
      )}
    </li>
  );
}

function DecisionForm({ request, proofNeeded, result }: RequestItemProps) {
  const t = useText();
  const { id, problem, isOwn } = request;
  const busy = useNavigation().formData?.get("requestId") === id;
  const mine = result.typedIn("requestId") === id;
  return (
    <>
      {problem && (
        <Notice tone="info" title={t("approvals.problemTitle")} className="mt-3">
          {t(`approvals.problem.${problem}`)}
        </Notice>
      )}
      <Form method="post" className="mt-4 max-w-prose space-y-4" preventScrollReset>
        <input type="hidden" name="requestId" value={id} />
        <ProofField needed={proofNeeded} id={`proof-${id}`} result={result.onlyIf(mine)} />
        <div className="flex flex-wrap gap-3">
          {!problem && (
            <Button name="decision" value="approved" disabled={busy}>
              {t("approvals.approve")}
            </Button>
          )}
          <Button name="decision" value="declined" variant="secondary" disabled={busy}>
            {t(isOwn ? "approvals.withdraw" : "approvals.decline")}
          </Button>
        </div>
      </Form>
    </>
  );
}
