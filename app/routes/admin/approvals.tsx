import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { secondPersonProblems } from "~/features/money/ledger/approvals";
import { RequestItem } from "~/features/office/people/request-item";
import { decideRequest, type RequestDecided, showRequests } from "~/features/office/people/requests.server";
import type { MessageKey } from "~/i18n/message-key";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { readForm, refuse } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo } from "~/platform/responses.server";
import { actorOf } from "~/platform/session/actor.server";
import type { Flash } from "~/platform/session/cookies.server";
import { requireAdmin, requireId } from "~/server/guards.server";
import { hasRecentProof, requireProof } from "~/server/recent-proof.server";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = () => officeTitle("adminApprovals");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireAdmin({ request, context });
  const requests = await showRequests(context.services, userId);
  const proofNeeded = !(await hasRecentProof(context, request));
  return {
    proofNeeded,
    waiting: requests.filter(({ status }) => status === "waiting"),
    decided: requests.filter(({ status }) => status !== "waiting"),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  const fields = await readForm(request);
  const { decision } = fields;
  const id = requireId(fields.requestId);
  if (decision !== "approved" && decision !== "declined") throw new Response(null, { status: 400 });
  const proof = await requireProof(context, request, { action: "decideRequest", fields });
  if (!proof.ok) return refuse(proof.problem, proof);
  const by = actorOf(context, request, viewer);
  const decided = await decideRequest(context.services, { id, decision, by });
  if (!decided.ok && decided.error === "notFound") throw new Response(null, { status: 404 });
  context.log.info({ adminId: viewer.userId, requestId: id, decision, decided }, "request decided");
  const flash: Flash = decided.ok
    ? { tone: "success", title: `approvals.${decision}Now` }
    : tellRefusal(decided.error as Exclude<typeof decided.error, "notFound">);
  return goTo("/admin/approvals", { request, context, flash });
}

type Refusal = Exclude<Extract<RequestDecided, { ok: false }>["error"], "notFound">;

const others = {
  accountGone: "approvals.accountGone",
  decidedBefore: "approvals.decidedBefore",
  isSuspended: "audit.refused.isSuspended",
  notProven: "audit.refused.notProven",
  past: "fees.past",
  tooFar: "fees.tooFar",
  tooHigh: "adjust.tooHigh",
  noDebt: "adjust.noDebt",
  moreThanDebt: "adjust.moreThanDebt",
} as const satisfies Record<string, MessageKey>;

function tellRefusal(error: Refusal): Flash {
  const problem = secondPersonProblems.find((known) => known === error);
  if (!problem) return { tone: "error", title: others[error as keyof typeof others] };
  return {
    tone: "error",
    title: "approvals.problemTitle",
    description: `approvals.problem.${problem}`,
  };
}

export default function Approvals() {
  const { waiting, decided, proofNeeded } = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  const t = useText();
  return (
    <>
      <PageHeader title={t("approvals.title")} description={t("approvals.text")} className="mb-6" />
      <section aria-labelledby="waiting">
        <h2 id="waiting" className="mb-4 text-2xl">
          {t("approvals.waiting")}
        </h2>
        {waiting.length === 0 ? (
          <EmptyState icon="check" title={t("approvals.none")} />
        ) : (
          <Card>
            <ul className="divide-y divide-line">
              {waiting.map((request) => (
                <RequestItem key={request.id} request={request} proofNeeded={proofNeeded} result={result} />
              ))}
            </ul>
          </Card>
        )}
      </section>
      {decided.length > 0 && (
        <section aria-labelledby="decided" className="mt-12">
          <h2 id="decided" className="mb-4 text-2xl">
            {t("approvals.decided")}
          </h2>
          <Card>
            <ul className="divide-y divide-line">
              {decided.map((request) => (
                <RequestItem key={request.id} request={request} proofNeeded={proofNeeded} result={result} />
              ))}
            </ul>
          </Card>
        </section>
      )}
    </>
  );
}
