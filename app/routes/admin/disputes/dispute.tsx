import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import {
  acceptDispute,
  receiveEvidence,
  stageDispute,
  submitDispute,
} from "~/features/office/disputes/answer-dispute.server";
import { attachEvidence } from "~/features/office/disputes/attach-evidence.server";
import { AnswerTexts } from "~/features/office/disputes/dispute-answer";
import { disputeIdPattern } from "~/features/office/disputes/dispute-cursor";
import { DisputeAside, DisputeBadge, DisputeFacts } from "~/features/office/disputes/dispute-sections";
import { findTextProblem, parseEvidence } from "~/features/office/disputes/evidence";
import { EvidenceList, fileFormId } from "~/features/office/disputes/evidence-list";
import { showDispute } from "~/features/office/disputes/show-dispute.server";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { problemWith, readRepeatedForm, refuse } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo } from "~/platform/responses.server";
import { actorOf } from "~/platform/session/actor.server";
import { requireAdmin } from "~/server/guards.server";
import { hasRecentProof, requireProof } from "~/server/recent-proof.server";
import { Notice } from "~/ui/notice";
import { BackLink, PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = () => officeTitle("dispute");

/** Texts of 150,000 characters, percent-encoded. */
const formMaxBytes = 2 * 1024 * 1024;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const id = params.disputeId ?? "";
  const dispute = disputeIdPattern.test(id) && (await showDispute(context.services, id));
  if (!dispute) throw new Response(null, { status: 404 });
  return { dispute, proofNeeded: !(await hasRecentProof(context, request)) };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  const id = params.disputeId ?? "";
  if (!disputeIdPattern.test(id)) throw new Response(null, { status: 404 });
  const by = actorOf(context, request, viewer);
  if (request.headers.get("content-type")?.startsWith("multipart/form-data")) return changeFiles();
  const { fields } = await readRepeatedForm(request, formMaxBytes);
  const texts = parseEvidence(fields);
  const { intent } = fields;
  const wrong = intent === "accept" ? undefined : findTextProblem(texts);
  if (wrong) return refuse(problemWith(fields, { [wrong.field]: `disputes.${wrong.problem}` }));
  const answer = { disputeId: id, by, texts, receipt: fields.receipt === "1" };
  if (intent === "stage") {
    const staged = await stageDispute(context.services, answer);
    return finish(staged, { title: "disputes.saved", description: "disputes.savedText" });
  }
  if (intent !== "submit" && intent !== "accept") throw new Response(null, { status: 400 });
  const [tick, unticked] =
    intent === "submit"
      ? (["checked", "disputes.notChecked"] as const)
      : (["understood", "disputes.notUnderstood"] as const);
  if (fields[tick] !== "1") return refuse(problemWith(fields, { [tick]: unticked }));
  const proof = await requireProof(context, request, { action: "answerDispute", fields });
  if (!proof.ok) return refuse(proof.problem, proof);
  return intent === "submit"
    ? finish(await submitDispute(context.services, answer), {
        title: "disputes.submitted",
        description: "disputes.submittedText",
      })
    : finish(await acceptDispute(context.services, { disputeId: id, by }), { title: "disputes.accepted" });

  async function changeFiles() {
    const received = await receiveEvidence(request);
    const values = { field: received.field };
    if (received.kind === "problem") return refuse(problemWith(values, { file: received.error }));
    const file = received.kind === "file" ? received.file : undefined;
    const attached = await attachEvidence(context.services, {
      disputeId: id,
      by,
      field: received.field,
      file,
    });
    if (!attached.ok) {
      if (attached.error === "notFound") throw new Response(null, { status: 404 });
      return refuse(problemWith(values, { file: `disputes.${attached.error}` }), { status: 409 });
    }
    const title = file ? "disputes.fileAttached" : "disputes.fileRemoved";
    return goTo(`/admin/disputes/${id}#evidence`, { request, context, flash: { tone: "success", title } });
  }

  function finish(
    answered: Awaited<ReturnType<typeof stageDispute>>,
    done:
      | { title: "disputes.saved"; description: "disputes.savedText" }
      | { title: "disputes.submitted"; description: "disputes.submittedText" }
      | { title: "disputes.accepted" },
  ) {
    context.log.info({ adminId: viewer.userId, disputeId: id, intent, answered }, "dispute answered");
    if (answered.ok)
      return goTo(`/admin/disputes/${id}`, { request, context, flash: { tone: "success", ...done } });
    if (answered.error === "notFound") throw new Response(null, { status: 404 });
    return refuse(problemWith(fields, { form: `disputes.${answered.error}` }), { status: 409 });
  }
}

export default function Dispute() {
  const { dispute, proofNeeded } = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  const t = useText();
  const submitted = dispute.history.some(({ what }) => what === "submitted");
  const accepted = dispute.history.some(({ what }) => what === "accepted");
  return (
    <>
      <PageHeader
        above={<BackLink to="/admin/disputes">{t("disputes.back")}</BackLink>}
        title={t("disputes.of", { amount: dispute.amount })}
        description={
          <DisputeBadge
            status={dispute.status}
            expired={dispute.expired}
            submitted={submitted}
            accepted={accepted}
          />
        }
        className="mb-6"
      />
      {dispute.stage === "unreachable" && (
        <Notice tone="warn" className="mb-6">
          {t("disputes.unreachable")}
        </Notice>
      )}
      {dispute.answerable && dispute.withdrawUntil && (
        <Notice tone="warn" className="mb-6">
          {t("disputes.withdrawalRuns", { date: dispute.withdrawUntil })}
        </Notice>
      )}
      <Form
        method="post"
        autoComplete="off"
        className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]"
      >
        <div className="space-y-10">
          <DisputeFacts dispute={dispute} />
          <EvidenceList dispute={dispute} proofNeeded={proofNeeded} result={result} />
          <AnswerTexts dispute={dispute} result={result} />
        </div>
        <div className="space-y-6">
          <DisputeAside dispute={dispute} proofNeeded={proofNeeded} result={result} />
        </div>
      </Form>
      <Form id={fileFormId} method="post" encType="multipart/form-data" autoComplete="off" />
    </>
  );
}
