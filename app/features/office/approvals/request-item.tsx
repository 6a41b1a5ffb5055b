import { Form, useNavigation } from "@remix-run/react";
import { ProofField } from "~/features/accounts/proof/proof-field";
import { formatMoney } from "~/features/base/money/money";
import { CouponDiscount, CouponTerms } from "~/features/orders/coupons/coupon-terms";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { TextLink } from "~/ui/text-link";
import type { RequestView } from "./show-requests.server";

interface RequestItemProps {
  request: RequestView;
  proofNeeded: boolean;
  result: ReturnType<typeof useActionResult>;
}

/** A request for a second person: what, who and why; the form that decides it while it waits. */
export function RequestItem({ request, proofNeeded, result }: RequestItemProps) {
  const t = useText();
  const { adjustmentKind, coupon, fee, reserve, requester, date, decider, decidedOn, status } = request;
  return (
    <li className="px-5 py-5 sm:px-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="min-w-0 font-semibold break-words">{whatIsAsked(t, request)}</p>
        {adjustmentKind && (
          <p className="text-lg font-bold tabular-nums">{formatMoney(request.cents, "BRL")}</p>
        )}
      </div>
      <p className="mt-1 text-sm break-words text-ink-faint">
        {t("approvals.askedBy", { email: requester, date })}
      </p>
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
      {(adjustmentKind || fee || reserve) && (
        <p className="mt-1 flex flex-wrap items-center gap-x-4 text-sm text-ink-soft">
          {status === "waiting" &&
            adjustmentKind &&
            t("approvals.balanceNow", { balance: formatMoney(request.owedCents, "BRL") })}
          <TextLink to={`/admin/creators/${request.accountId}`}>{t("approvals.seeAccount")}</TextLink>
        </p>
      )}
      {status === "waiting" ? (
        <DecisionForm request={request} proofNeeded={proofNeeded} result={result} />
      ) : (
        <p className="mt-2 text-sm break-words text-ink-soft">
          {t(`approvals.${status}At`, { email: decider ?? "", date: decidedOn ?? "" })}
        </p>
      )}
    </li>
  );
}

function whatIsAsked(t: ReturnType<typeof useText>, request: RequestView): string {
  const { name, adjustmentKind, coupon, fee, minimumPayout, rule, reserve } = request;
  if (coupon) return t("approvals.coupon", { code: coupon.code });
  if (minimumPayout) return t("approvals.minimumPayout", { amount: minimumPayout });
  if (rule) return t("approvals.releaseRule", rule);
  if (reserve)
    return t(reserve.days === 0 ? "approvals.reserveEnd" : "approvals.reserve", { name, ...reserve });
  if (fee) return t("approvals.fee", { name, ...fee });
  if (adjustmentKind) return t("approvals.adjustment", { kind: t(`adjust.kinds.${adjustmentKind}`), name });
  return t("approvals.grant", { name });
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
        <ProofField
          needed={proofNeeded}
          id={`proof-${id}`}
          result={{ errorOf: (field) => (mine ? result.errorOf(field) : undefined) }}
        />
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
