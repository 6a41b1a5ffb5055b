import { Form, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { ProofField } from "~/features/base/factors/proof-field";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { FormError } from "~/ui/forms/form-error";
import { useHydrated } from "~/ui/hydrated";
import { TextLink } from "~/ui/link";
import { Notice } from "~/ui/notice";
import type { ShownStatement } from "./propose-statement.server";

interface StatementProposalsProps {
  statement: ShownStatement;
  /** Undefined at first: every certain line is ticked. */
  ticked: readonly string[] | undefined;
  proofNeeded: boolean;
  sittingUntil: string | undefined;
  result: Pick<ReturnType<typeof useActionResult>, "errorOf">;
}

type Line = { day: string; amount: string; text: string };
type Candidate = ShownStatement["paid"][number]["payout"];

const writeCount = (count: number) => count.toLocaleString("pt-BR");

export function StatementProposals(props: StatementProposalsProps) {
  const { statement, ticked, proofNeeded, sittingUntil, result } = props;
  const {
    paid,
    returned,
    doubtful,
    otherAmount,
    paidAgain,
    known,
    unrelated,
    left,
    notes,
    carried,
    balance,
  } = statement;
  const t = useText();
  const hydrated = useHydrated();
  const busy = useNavigation().formData?.get("intent") === "confirm";
  const form = useRef<HTMLFormElement>(null);
  const [count, setCount] = useState(0);
  const readTicks = () => setCount(form.current?.querySelectorAll('input[name="line"]:checked').length ?? 0);
  useEffect(readTicks, []);
  const certain = paid.length + returned.length;
  const isTicked = (tick: string, atFirst: boolean) => ticked?.includes(tick) ?? atFirst;
  const confirms = certain + doubtful.length > 0;
  return (
    <Form
      ref={form}
      method="post"
      action="/admin/payouts/statement"
      autoComplete="off"
      onChange={readTicks}
      className="space-y-8"
    >
      <input type="hidden" name="intent" value="confirm" />
      <input type="hidden" name="lines" value={carried} />
      <input type="hidden" name="left" value={left} />
      <input type="hidden" name="notes" value={JSON.stringify(notes)} />
      <Notice tone="info">
        <p className="font-semibold">
          {certain === 0
            ? t("bankStatement.foundNone")
            : t(certain === 1 ? "bankStatement.foundOne" : "bankStatement.found", { count: certain })}
        </p>
        <p>
          {known > 0 && `${t("bankStatement.known", { count: writeCount(known) })} `}
          {unrelated > 0 && `${t("bankStatement.unrelated", { count: writeCount(unrelated) })} `}
          {notes.summaryCount > 0 && t("bankStatement.summaries", { count: writeCount(notes.summaryCount) })}
        </p>
      </Notice>
      {balance && (
        <Notice tone={balance.isEqual ? "success" : "warn"}>
          <p className="font-semibold">
            {t(balance.isEqual ? "bankStatement.balanceEqual" : "bankStatement.balanceOff", {
              difference: balance.difference,
            })}
          </p>
          <p>
            {t("bankStatement.balances", { day: balance.day, bank: balance.bank, booked: balance.booked })}
          </p>
          {!balance.isEqual && <p>{t("bankStatement.balanceHint")}</p>}
        </Notice>
      )}
      {left > 0 && (
        <Notice tone="warn">
          <p>{t(left === 1 ? "bankStatement.leftOne" : "bankStatement.left", { count: writeCount(left) })}</p>
        </Notice>
      )}
      {notes.unreadCount > 0 && <Unread notes={notes} />}
      <FormError>{result.errorOf("form")}</FormError>
      <Certain kind="paid" lines={paid} isTicked={isTicked} />
      <Certain kind="returned" lines={returned} isTicked={isTicked} />
      {doubtful.length > 0 && (
        <Section id="doubtful" title={t("bankStatement.doubtful")} hint={t("bankStatement.doubtfulHint")}>
          {doubtful.map((line) => (
            <li key={line.line} className="px-4 py-3">
              <LineText line={line}>
                {line.kind === "returned" && <Badge tone="danger">{t("bankStatement.asReturned")}</Badge>}
              </LineText>
              <ul className="mt-1">
                {line.candidates.map((payout) => (
                  <li key={payout.tick}>
                    <Tick
                      kind={line.kind}
                      payout={payout}
                      checked={isTicked(payout.tick, false)}
                      hint={t("bankStatement.ofBatch", { batch: payout.batch })}
                    />
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </Section>
      )}
      <Noted
        title={t("bankStatement.paidAgain")}
        hint={t("bankStatement.paidAgainHint")}
        id="paid-again"
        lines={paidAgain}
        badge={() => t("bankStatement.recordedBefore")}
      />
      <Noted
        title={t("bankStatement.otherAmount")}
        hint={t("bankStatement.otherAmountHint")}
        id="other-amount"
        lines={otherAmount}
        badge={({ payout }) => t("bankStatement.expected", { amount: payout.amount })}
      />
      {confirms && (
        <>
          <div className="max-w-xl">
            <ProofField needed={proofNeeded} result={result} />
          </div>
          <div className="sticky bottom-3 z-10 flex flex-wrap items-center justify-between gap-3 rounded-card bg-ink px-5 py-4 text-canvas shadow-lifted">
            <p className="text-sm">
              {sittingUntil ? t("paying.sitting", { until: sittingUntil }) : t("paying.pix")}
            </p>
            <Button
              variant="secondary"
              className="max-sm:w-full"
              disabled={hydrated && count === 0}
              pending={busy}
              pendingLabel={t("paying.saving")}
            >
              {hydrated && count > 0
                ? t(count === 1 ? "bankStatement.confirmOne" : "bankStatement.confirmMany", { count })
                : t("bankStatement.confirm")}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}

function Unread({ notes: { unreadCount, unread } }: Pick<ShownStatement, "notes">) {
  const t = useText();
  const more = unreadCount - unread.length;
  return (
    <Notice tone="warn">
      <p className="font-semibold">
        {unreadCount === 1
          ? t("bankStatement.unreadOne")
          : t("bankStatement.unread", { count: writeCount(unreadCount) })}
      </p>
      <p>{t("bankStatement.unreadHint")}</p>
      <ul className="mt-2 max-h-64 overflow-y-auto">
        {unread.map(({ number, text }) => (
          <li key={number} className="[overflow-wrap:anywhere]">
            {t("bankStatement.unreadLine", { number: writeCount(number), text })}
          </li>
        ))}
      </ul>
      {more > 0 && <p>{t("bankStatement.unreadMore", { count: writeCount(more) })}</p>}
    </Notice>
  );
}

function Section({
  id,
  title,
  hint,
  children,
}: {
  id: string;
  title: string;
  hint?: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {hint && <p className="mt-1 max-w-2xl text-ink-soft">{hint}</p>}
      <Card className="mt-3">
        <ul className="divide-y divide-line">{children}</ul>
      </Card>
    </section>
  );
}

/** Lines without anything to record here. */
function Noted({
  id,
  title,
  hint,
  lines,
  badge,
}: {
  id: string;
  title: string;
  hint: string;
  lines: ShownStatement["otherAmount"];
  badge: (line: ShownStatement["otherAmount"][number]) => string;
}) {
  const t = useText();
  if (lines.length === 0) return null;
  return (
    <Section id={id} title={title} hint={hint}>
      {lines.map((line) => (
        <li key={line.line} className="flex flex-wrap items-center justify-between gap-x-4 px-4 py-3">
          <div className="min-w-0">
            <p className="font-semibold">{line.payout.name}</p>
            <LineText line={line}>
              <Badge tone="warn">{badge(line)}</Badge>
            </LineText>
          </div>
          <TextLink
            to={`/admin/payouts/${line.payout.batchId}?open=${line.payout.id}#payout-${line.payout.id}`}
          >
            {t("bankStatement.openBatch")}
          </TextLink>
        </li>
      ))}
    </Section>
  );
}

function Certain({
  kind,
  lines,
  isTicked,
}: {
  kind: "paid" | "returned";
  lines: ShownStatement["paid"];
  isTicked: (tick: string, atFirst: boolean) => boolean;
}) {
  const t = useText();
  if (lines.length === 0) return null;
  return (
    <Section
      id={`certain-${kind}`}
      title={t(`bankStatement.${kind}`)}
      {...(kind === "returned" && { hint: t("bankStatement.returnedHint") })}
    >
      {lines.map((line) => (
        <li key={line.payout.tick} className="has-checked:bg-success-soft">
          <Tick
            kind={kind}
            payout={line.payout}
            checked={isTicked(line.payout.tick, true)}
            className="px-4 py-1"
          >
            <LineText line={line}>
              <span>{t(`bankStatement.by_${line.by}`)}</span>
            </LineText>
          </Tick>
        </li>
      ))}
    </Section>
  );
}

function LineText({ line, children }: { line: Line; children?: ReactNode }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
      <span className="tabular-nums">{line.day}</span>
      <span className="font-semibold tabular-nums">{line.amount}</span>
      <span className="[overflow-wrap:anywhere]">{line.text}</span>
      {children}
    </span>
  );
}

function Tick({
  kind,
  payout,
  checked,
  hint,
  className,
  children,
}: {
  kind: "paid" | "returned";
  payout: Candidate;
  checked: boolean;
  hint?: string;
  className?: string;
  children?: ReactNode;
}) {
  const t = useText();
  const name = t(kind === "paid" ? "bankStatement.tickPaid" : "bankStatement.tickReturned", {
    amount: payout.amount,
    name: payout.name,
  });
  return (
    <label className={`flex min-h-11 cursor-pointer items-center gap-3 ${className ?? ""}`}>
      <input
        type="checkbox"
        name="line"
        value={payout.tick}
        defaultChecked={checked}
        aria-label={name}
        className="size-5 shrink-0 accent-forest"
      />
      <span className="min-w-0 grow py-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-semibold break-words">{payout.name}</span>
          <span className="font-semibold tabular-nums">{payout.amount}</span>
        </span>
        {hint && <span className="text-sm text-ink-soft">{hint}</span>}
        {children}
      </span>
    </label>
  );
}
