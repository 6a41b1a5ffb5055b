import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { SecondPersonProblem } from "~/features/money/ledger/approvals";
import { RefundQuestion } from "~/features/office/sales/refund-fields";
import { SalePage } from "~/features/office/sales/sale-page";
import { readSeenReceipts, sendReceiptAgain } from "~/features/office/sales/send-receipt-again.server";
import { showSale } from "~/features/office/sales/show-sale.server";
import {
  byHandForm,
  explainRefundFailure,
  type RefundForm,
  refundForm,
  returnedRefundForm,
} from "~/features/orders/purchases/refund-form";
import {
  previewRefund,
  type RefundOutcome,
  refundSale,
} from "~/features/orders/purchases/refund-sale.server";
import { returnTransfer, settleTransfer } from "~/features/orders/purchases/settle-transfer.server";
import type { MessageKey } from "~/i18n/message-key";
import { officeTitle } from "~/i18n/office-titles";
import {
  type ActionResult,
  type FieldErrors,
  type FormProblem,
  parseFields,
  problemWith,
  readForm,
  refuse,
} from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo } from "~/platform/responses.server";
import { actorOf } from "~/platform/session/actor.server";
import type { Flash } from "~/platform/session/cookies.server";
import { requireAdmin } from "~/server/guards.server";
import { hasRecentProof, requireProof } from "~/server/recent-proof.server";

export const meta: MetaFunction = () => officeTitle("adminSale");

const notFound = () => new Response(null, { status: 404 });

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId } = await requireAdmin({ request, context });
  const saleId = parseId(params.saleId);
  const sale = saleId && (await showSale(context.services, saleId, userId));
  if (!sale) throw notFound();
  return { sale, proofNeeded: !(await hasRecentProof(context, request)) };
}

/** Shown beside their fields. */
const refusals = {
  notPaid: { form: "office.notPaidYet" },
  disputeOpen: { form: "office.disputeOpen" },
  nothingLeft: { form: "office.nothingLeft" },
  changedMeanwhile: { form: "office.changedMeanwhile" },
  tooMuch: { amount: "office.tooMuch" },
  boletoOutside: { channel: "office.boletoByHand" },
  disputeOutside: { channel: "office.disputeByHand" },
} as const satisfies Record<string, Record<string, MessageKey>>;

type Answer = ActionResult | { review: RefundForm; proofNeeded: boolean; problem?: FormProblem };

export async function action({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  const by = actorOf(context, request, viewer);
  const fields = await readForm(request);
  const saleId = parseId(params.saleId);
  if (!saleId) throw notFound();
  const { services } = context;
  const back = (flash: Flash) => goTo(`/admin/sales/${saleId}`, { request, context, flash });
  if (fields.intent === "byHand") {
    const form = parseFields(byHandForm, fields);
    if (!form.ok) return refuse(form.problem);
    const proof = await requireProof(context, request, { action: "settleRefundByHand", fields });
    if (!proof.ok) return refuse(proof.problem, proof);
    const { refundId: id, outcome: status, ...rest } = form.value;
    const saved = await settleTransfer(services, { id, saleId, status, ...rest }, by);
    if (saved.ok) return back({ tone: "success", title: "office.byHandSaved" });
    if (saved.error === "gone") return back({ tone: "error", title: "office.byHandGone" });
    if (saved.error === "keyChanged") return back({ tone: "error", title: "office.keyChanged" });
    if (saved.error === "keyMissing") return refuseBeside({ noKeyReason: "office.noKeyReasonNeeded" });
    if (saved.error === "disputeOpen") return back({ tone: "error", title: "office.heldByDispute" });
    return back(tellSecondPerson(saved.error));
  }
  if (fields.intent === "returned") {
    const form = parseFields(returnedRefundForm, fields);
    if (!form.ok) return refuse(form.problem);
    const proof = await requireProof(context, request, { action: "returnRefund", fields });
    if (!proof.ok) return refuse(proof.problem, proof);
    const { refundId: id, returnReason: reason } = form.value;
    const saved = await returnTransfer(services, { id, saleId, reason }, by);
    if (saved.ok) return back({ tone: "success", title: "office.returnSaved" });
    if (saved.error === "gone") return back({ tone: "error", title: "office.byHandGone" });
    return back(tellSecondPerson(saved.error));
  }
  if (fields.intent === "receipt") {
    const seen = readSeenReceipts(fields.seen);
    if (seen === undefined) throw new Response(null, { status: 400 });
    const sent = await sendReceiptAgain(services, { saleId, seen, by });
    if (!sent.ok && sent.error === "notFound") throw notFound();
    if (!sent.ok && sent.error === "notPaid") return back({ tone: "error", title: "office.notPaidYet" });
    return back({ tone: "success", title: "office.receiptQueued" });
  }
  if (fields.intent !== "review" && fields.intent !== "refund") throw new Response(null, { status: 400 });
  const form = parseFields(refundForm, fields);
  if (!form.ok) return refuse(form.problem);
  const { amount, ...rest } = form.value;
  const wish = { ...rest, amountCents: amount, saleId };
  if (fields.intent === "review") {
    const refusal = await previewRefund(services, wish);
    if (refusal === "notFound") throw notFound();
    if (refusal) return refuseBeside(refusals[refusal]);
    const proofNeeded = !(await hasRecentProof(context, request));
    return data<Answer>({ review: form.value, proofNeeded });
  }
  const proof = await requireProof(context, request, { action: "refundSale", fields });
  if (!proof.ok) {
    const answer: Answer = { review: form.value, proofNeeded: true, problem: proof.problem };
    return data<Answer>(answer, { status: proof.status, headers: proof.headers });
  }
  const refunded = await refundSale(services, { ...wish, by });
  if (refunded.ok || refunded.error === "refused") return back(tellOutcome(refunded));
  if (refunded.error === "notFound") throw notFound();
  return refuseBeside(refusals[refunded.error]);

  function refuseBeside(errors: FieldErrors) {
    return refuse(problemWith(fields, errors), { status: 409 });
  }
}

function tellSecondPerson(problem: SecondPersonProblem): Flash {
  return { tone: "error", title: "approvals.problemTitle", description: `approvals.problem.${problem}` };
}

function tellOutcome(refunded: Extract<RefundOutcome, { ok: true } | { error: "refused" }>): Flash {
  if (!refunded.ok) {
    const { text, values } = explainRefundFailure(refunded.failure, refunded.providerMessage);
    return { tone: "error", title: "office.refundRefused", description: text, values };
  }
  if (refunded.progress === "sent") return { tone: "success", title: "office.refundSent" };
  const description = refunded.progress === "byHand" ? "office.refundByHandText" : "office.refundWaitingText";
  return { tone: "info", title: "office.refundWaiting", description };
}

export default function AdminSale() {
  const { sale, proofNeeded } = useLoaderData<typeof loader>();
  const answer = useActionData<Answer>();
  const review = answer && "review" in answer ? answer : undefined;
  const reviewResult: ActionResult | undefined = review?.problem && { done: false, problem: review.problem };
  const result = useActionResult(answer && "done" in answer ? answer : reviewResult);
  if (review) {
    return (
      <RefundQuestion sale={sale} wish={review.review} proofNeeded={review.proofNeeded} result={result} />
    );
  }
  return <SalePage sale={sale} proofNeeded={proofNeeded} result={result} />;
}
