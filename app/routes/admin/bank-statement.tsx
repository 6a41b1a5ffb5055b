import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { confirmStatement } from "~/features/money/paying/confirm-statement.server";
import {
  compareWithBooks,
  describeStatement,
  proposeStatement,
  receiveStatement,
  type ShownStatement,
} from "~/features/money/paying/propose-statement.server";
import { describeTogether } from "~/features/money/paying/settle-payouts.server";
import {
  carriedMaxBytes,
  noteStatement,
  parseTick,
  readCarriedLines,
  readCarriedNotes,
} from "~/features/money/paying/statement-lines";
import { StatementProposals } from "~/features/money/paying/statement-proposals";
import { formatTime } from "~/i18n/dates";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { type FormProblem, problemWith, readRepeatedForm } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo } from "~/platform/responses.server";
import { actorOf } from "~/platform/session/actor.server";
import { requireAdmin, requirePayoutAdmin } from "~/server/guards.server";
import { findSittingEnd, requireProof } from "~/server/recent-proof.server";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { FileField } from "~/ui/forms/file-field";
import { TextLink } from "~/ui/link";
import { BackLink, PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = () => officeTitle("bankStatement");

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const end = await findSittingEnd(context, request);
  return { sittingUntil: end && formatTime(end) };
}

const noProblem: FormProblem = { errors: {}, values: {} };

/** A file is answered with its proposals; `intent=confirm` records the ticked ones. */
export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requirePayoutAdmin({ request, context });
  const { services } = context;
  const isFile = request.headers.get("Content-Type")?.startsWith("multipart/form-data") === true;
  if (isFile) {
    const received = await receiveStatement(request);
    if (!received.ok) return refuseFile(problemWith({}, { file: received.error }));
    const read = await proposeStatement(services.db, received.statement.lines, { isWhole: true });
    if (!read) return refuseFile(problemWith({}, { file: "bankStatement.tooManyPayouts" }));
    context.log.info(
      {
        adminId: viewer.userId,
        lines: received.statement.lines.length,
        unread: received.statement.unread.length,
      },
      "bank statement read",
    );
    const balance = await compareWithBooks(services.db, received.statement);
    const shown = describeStatement(read, noteStatement(received.statement));
    return answer(noProblem, { ...shown, balance }, undefined);
  }
  const { fields, listOf } = await readRepeatedForm(request, carriedMaxBytes);
  const lines = readCarriedLines(fields.lines ?? "");
  if (!lines) return refuseFile(problemWith({}, { file: "bankStatement.changed" }));
  const ticked = listOf("line");
  const again = async (problem: FormProblem, init?: { status?: number; headers?: HeadersInit }) => {
    const read = await proposeStatement(services.db, lines, { isWhole: false });
    if (!read) return refuseFile(problemWith({}, { file: "bankStatement.tooManyPayouts" }));
    if (/^\d{1,5}$/.test(fields.left ?? "")) read.left = Number(fields.left);
    return answer(problem, describeStatement(read, readCarriedNotes(fields.notes ?? "")), ticked, {
      status: 400,
      ...init,
    });
  };
  const proof = await requireProof(context, request, { action: "confirmStatement", fields });
  if (!proof.ok) return again({ errors: proof.problem.errors, values: {} }, proof);
  const ticks = ticked.flatMap((value) => parseTick(value) ?? []);
  const by = actorOf(context, request, viewer);
  const confirmed = await confirmStatement(services, { by, lines, ticks });
  if (!confirmed.ok) return again({ errors: { form: `bankStatement.${confirmed.error}` }, values: {} });
  const { done, batchId } = confirmed;
  context.log.info(
    { adminId: viewer.userId, settled: done.settled, failures: done.failures.length },
    "bank statement confirmed",
  );
  const path = batchId ? `/admin/payouts/${batchId}` : "/admin/payouts";
  return goTo(path, { request, context, flash: describeTogether(done) });
}

function refuseFile(problem: FormProblem) {
  return answer(problem, undefined, undefined, { status: 400 });
}

function answer(
  problem: FormProblem,
  statement: ShownStatement | undefined,
  ticked: string[] | undefined,
  init: { status?: number; headers?: HeadersInit } = {},
) {
  return data({ done: false as const, problem, statement, ticked }, init);
}

export default function BankStatement() {
  const { sittingUntil } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const result = useActionResult(answered);
  const t = useText();
  const statement = answered?.statement;
  return (
    <>
      <PageHeader
        above={<BackLink to="/admin/payouts">{t("payouts.toPayouts")}</BackLink>}
        title={t("bankStatement.title")}
        description={t("bankStatement.text")}
        className="mb-6"
      />
      {statement ? (
        <>
          <StatementProposals
            key={statement.carried}
            statement={statement}
            ticked={answered?.ticked}
            proofNeeded={sittingUntil === undefined}
            sittingUntil={sittingUntil}
            result={result}
          />
          <p className="mt-6">
            <TextLink to="/admin/payouts/statement" reloadDocument>
              {t("bankStatement.another")}
            </TextLink>
          </p>
        </>
      ) : (
        <StatementUpload error={result.errorOf("file")} />
      )}
    </>
  );
}

function StatementUpload({ error }: { error: string | undefined }) {
  const t = useText();
  const busy = useNavigation().state === "submitting";
  return (
    <Card className="max-w-2xl p-5 sm:p-6">
      <Form
        method="post"
        action="/admin/payouts/statement"
        encType="multipart/form-data"
        className="space-y-5"
      >
        <FileField
          name="file"
          label={t("bankStatement.file")}
          hint={t("bankStatement.fileHint")}
          error={error}
          accept=".ofx,.csv,.txt,application/x-ofx,text/csv"
          pickerTexts={{ choose: t("bankStatement.choose"), none: t("bankStatement.none") }}
          required
        />
        <Button pending={busy} pendingLabel={t("bankStatement.sending")}>
          {t("bankStatement.send")}
        </Button>
      </Form>
    </Card>
  );
}
