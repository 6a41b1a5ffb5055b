import type { MessageKey } from "~/i18n/message-key";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Badge, type BadgeTone } from "~/ui/badge";
import { Card } from "~/ui/card";
import { Icon } from "~/ui/icons";
import { TextLink } from "~/ui/link";
import { classNames } from "~/ui/looks";
import { AcceptInstead, AnswerDecision } from "./dispute-answer";
import type { DisputeView } from "./show-dispute.server";

export function DisputeFacts({ dispute }: { dispute: DisputeView }) {
  const t = useText();
  return (
    <DisputeFactsCard
      facts={[
        [t("disputes.reason"), t(`office.disputeReasons.${dispute.reason}`), t("disputes.reasonText")],
        [
          t("disputes.sale"),
          <TextLink key="sale" to={`/admin/sales/${dispute.saleId}`}>
            {dispute.title}
          </TextLink>,
          [dispute.number, dispute.paidAt].filter(Boolean).join(" · "),
        ],
        [
          t("disputes.buyer"),
          <TextLink key="buyer" to={`/admin/consumers/${dispute.buyer.id}`}>
            {dispute.buyer.name}
          </TextLink>,
          dispute.otherPurchases === 1
            ? t("disputes.buyerOne")
            : t("disputes.buyerText", { count: dispute.otherPurchases }),
        ],
        [
          t("disputes.creator"),
          <TextLink key="creator" to={`/admin/creators/${dispute.creator.id}`}>
            {dispute.creator.name}
          </TextLink>,
          t("disputes.creatorText", { amount: dispute.creatorPart }),
        ],
      ]}
    />
  );
}

interface DisputeAsideProps {
  dispute: DisputeView;
  proofNeeded: boolean;
  result: ReturnType<typeof useActionResult>;
}

export function DisputeAside({ dispute, proofNeeded, result }: DisputeAsideProps) {
  const t = useText();
  return (
    <>
      <Card as="section" aria-label={t("disputes.due")} className="p-5 sm:p-6">
        <DisputeDeadline dispute={dispute} />
        <dl className="mt-4 grid grid-cols-[1fr_auto] gap-x-4 gap-y-3 border-t border-line pt-4">
          <dt>
            {dispute.files.length === 1
              ? t("disputes.fileOne")
              : t("disputes.filesCount", { count: dispute.files.length })}
          </dt>
          <dd className="text-right font-semibold tabular-nums">
            {t("disputes.filesSum", { size: dispute.filesSize, max: dispute.filesMaxSize })}
          </dd>
          <dt>{t("disputes.inPlay")}</dt>
          <dd className="text-right font-bold tabular-nums">{dispute.amount}</dd>
        </dl>
        {dispute.answerable && <AnswerDecision dispute={dispute} proofNeeded={proofNeeded} result={result} />}
      </Card>
      {dispute.answerable && <AcceptInstead dispute={dispute} result={result} />}
      <details className="group/law text-sm">
        <summary className="flex min-h-11 cursor-pointer items-center gap-1 font-semibold">
          {t("disputes.lawTitle")}
          <Icon name="chevron-down" className="size-4 group-open/law:rotate-180" />
        </summary>
        <p className="text-ink-soft">{t("disputes.law")}</p>
      </details>
      <section aria-labelledby="history">
        <h2 id="history" className="text-base font-semibold">
          {t("disputes.history")}
        </h2>
        <ol className="mt-2 space-y-2 text-sm">
          {dispute.history.map(({ at, what }) => (
            <li key={what} className="flex flex-wrap gap-x-4">
              <span className="text-ink-soft tabular-nums">{at}</span>
              {t(`disputes.event_${what}`)}
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}

function DisputeDeadline({ dispute }: { dispute: DisputeView }) {
  const t = useText();
  const { daysLeft, dueBy, answerable, expired } = dispute;
  if (expired && dueBy)
    return (
      <p className="font-semibold">
        {t(dispute.status === "inquiry" ? "disputes.expiredInquiry" : "disputes.expired", { date: dueBy })}
      </p>
    );
  if (!answerable || dueBy === undefined || daysLeft === undefined)
    return dueBy === undefined ? (
      <p className="text-ink-soft">{t("disputes.noDue")}</p>
    ) : (
      <p className="text-ink-soft">{t("disputes.until", { date: dueBy })}</p>
    );
  return (
    <>
      <p className="text-sm text-ink-soft">{t("disputes.due")}</p>
      <p className="font-display text-3xl font-extrabold">
        {daysLeft === 0
          ? t("disputes.today")
          : daysLeft === 1
            ? t("disputes.dayLeft")
            : t("disputes.daysLeft", { count: daysLeft })}
      </p>
      <p className="text-ink-soft">{t("disputes.until", { date: dueBy })}</p>
      <DeadlineBar daysLeft={daysLeft} daysInAll={dispute.daysInAll ?? daysLeft} />
    </>
  );
}

/** Longer deadlines are not drawn day by day. */
const maxDrawnDays = 30;

/** The remaining days have another colour. */
function DeadlineBar({ daysLeft, daysInAll }: { daysLeft: number; daysInAll: number }) {
  const days = Math.min(maxDrawnDays, Math.max(daysInAll, daysLeft));
  return (
    <div aria-hidden="true" className="mt-3 flex gap-1">
      {Array.from({ length: days }, (_, day) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the days are their places
          key={day}
          className={classNames("h-1.5 grow rounded-full", day < days - daysLeft ? "bg-line" : "bg-rating")}
        />
      ))}
    </div>
  );
}

function DisputeFactsCard({ facts }: { facts: readonly (readonly [string, React.ReactNode, string])[] }) {
  return (
    <Card className="p-5 sm:p-6">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-5">
        {facts.map(([label, value, more]) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="font-semibold break-words">{value}</dd>
            <dd className="text-sm text-ink-soft">{more}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

export function DisputeBadge(facts: DisputeStateFacts) {
  const t = useText();
  const { label, tone } = decideDisputeState(facts);
  return <Badge tone={tone}>{t(label)}</Badge>;
}

interface DisputeStateFacts {
  status: "inquiry" | "open" | "released" | "lost";
  submitted: boolean;
  accepted: boolean;
  expired: boolean;
}

function decideDisputeState({ status, submitted, accepted, expired }: DisputeStateFacts): {
  label: MessageKey;
  tone: BadgeTone;
} {
  if (status === "released") return { label: "disputes.state_released", tone: "success" };
  if (accepted) return { label: "disputes.state_accepted", tone: "neutral" };
  if (status === "lost") return { label: "disputes.state_lost", tone: "danger" };
  if (submitted) return { label: "disputes.state_answered", tone: "info" };
  if (expired) return { label: "disputes.state_expired", tone: "danger" };
  if (status === "inquiry") return { label: "disputes.state_inquiry", tone: "warn" };
  return { label: "disputes.state_needsResponse", tone: "warn" };
}
