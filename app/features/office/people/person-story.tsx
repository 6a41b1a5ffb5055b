import type { ReactNode } from "react";
import { formatMoney } from "~/i18n/money";
import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Icon } from "~/ui/icons";
import { TextLink } from "~/ui/link";
import type { AdjustmentView, StoryView } from "./show-story.server";

export type GrantReason = "sale" | "gift" | "lessons" | "free" | "coupon" | "guest";
export type GrantEnd = "refunded" | "disputed" | "duplicate" | "replaced" | "withdrawn";

interface GrantListProps {
  grants: readonly {
    id: string;
    title: string;
    reason: GrantReason;
    since: string;
    ended: { on: string; why: GrantEnd } | null;
  }[];
}

export function GrantList({ grants }: GrantListProps) {
  const t = useText();
  if (grants.length === 0) return null;
  return (
    <section aria-labelledby="grants" className="mt-10">
      <h2 id="grants" className="mb-4 text-2xl">
        {t("people.grants")}
      </h2>
      <Card>
        <ul className="divide-y divide-line">
          {grants.map(({ id, title, reason, since, ended }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-4 sm:px-6"
            >
              <div className="min-w-0 grow basis-48">
                <p className="font-semibold break-words">{title}</p>
                <p className="text-sm text-ink-faint">
                  {ended
                    ? `${since} – ${ended.on}: ${t(`people.grantEnd_${ended.why}`)}`
                    : t("people.grantSince", { date: since })}
                </p>
              </div>
              <Badge tone={ended ? "neutral" : "success"}>{t(`people.grant_${reason}`)}</Badge>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}

export function PersonFacts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  const t = useText();
  return (
    <Card as="section" aria-labelledby="profile" className="p-5 sm:p-6">
      <h2 id="profile" className="mb-3 text-xl">
        {t("people.profile")}
      </h2>
      <dl className="space-y-3">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

type StoryEvent = StoryView["events"][number];

/** By day, newest first; mails of a day are folded into one line. */
export function PersonStory({ story }: { story: StoryView }) {
  const t = useText();
  const days = [...new Set(story.events.map(dayOfEvent))];
  return (
    <section aria-labelledby="story">
      <h2 id="story" className="mb-2 text-2xl">
        {t("people.story")}
      </h2>
      <ol className="divide-y divide-line border-y border-line">
        {days.map((day) => {
          const events = story.events.filter((event) => dayOfEvent(event) === day);
          const mails = events.filter(({ kind }) => kind === "mailed");
          return (
            <li key={day} className="gap-x-4 py-3 sm:flex">
              <p className="w-28 shrink-0 py-1 font-semibold tabular-nums">{day}</p>
              <div className="min-w-0 flex-1">
                <ul>
                  {events
                    .filter(({ kind }) => kind !== "mailed")
                    .map((event) => (
                      <StoryLine key={event.id} event={event} />
                    ))}
                </ul>
                {mails.length > 0 && <DayMails mails={mails} />}
              </div>
            </li>
          );
        })}
      </ol>
      {story.next && (
        <div className="mt-4">
          <ButtonLink to={`?story=${story.next}#story`} variant="secondary">
            {t("people.storyOlder")}
          </ButtonLink>
        </div>
      )}
    </section>
  );
}

/** "28 nov 2026" of "28 nov 2026, 20:58". */
const dayOfEvent = ({ at }: StoryEvent) => at.split(", ")[0] ?? at;

function StoryLine({ event }: { event: StoryEvent }) {
  const t = useText();
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 py-1 [overflow-wrap:anywhere]">
      <span className="shrink-0 text-sm text-ink-soft tabular-nums">{event.at.split(", ")[1]}</span>
      <span className="min-w-0 flex-1 basis-32">
        {event.kind !== "mailed" && t(`people.story_${event.kind}`)} <What event={event} />{" "}
        <Status event={event} />
      </span>
      {event.amount && <span className="ml-auto font-bold tabular-nums">{event.amount}</span>}
    </li>
  );
}

function DayMails({ mails }: { mails: readonly StoryEvent[] }) {
  const t = useText();
  const names = [...new Set(mails.map(({ mail }) => t(`mailNames.${mail}`)))].join(", ");
  const failed = mails.some(
    ({ status }) => status !== null && mailStatus(status) === "refused" && status !== "sent",
  );
  return (
    <details className="group/mails">
      <summary className="flex min-h-11 cursor-pointer items-center gap-3 text-ink-soft">
        <span className="line-clamp-1 min-w-0 flex-1">
          {mails.length === 1
            ? t("people.mailOne", { names })
            : t("people.mailMany", { count: mails.length, names })}
        </span>
        {failed && <Badge tone="warn">{t("people.storyMail_refused")}</Badge>}
        <Icon name="chevron-down" className="size-4 shrink-0 group-open/mails:rotate-180" />
      </summary>
      <ul>
        {mails.map((event) => (
          <StoryLine key={event.id} event={event} />
        ))}
      </ul>
    </details>
  );
}

function What({ event }: { event: StoryEvent }) {
  const t = useText();
  const name =
    event.kind === "mailed"
      ? t(`mailNames.${event.mail}`)
      : (event.title ?? (event.kind === "paidOut" ? t("people.storyBatch") : ""));
  if (!event.to) return name;
  return <TextLink to={event.to}>{name}</TextLink>;
}

function Status({ event: { kind, status } }: { event: StoryEvent }) {
  const t = useText();
  if (kind === "mailed" && status && status !== "sent")
    return (
      <Badge tone={status === "waiting" ? "info" : "warn"}>
        {t(`people.storyMail_${mailStatus(status)}`)}
      </Badge>
    );
  if ((kind === "reviewed" || kind === "asked") && (status === "hidden" || status === "deleted"))
    return <Badge>{t(`people.storyText_${status}`)}</Badge>;
  if (kind === "refunded" && (status === "failed" || status === "returned"))
    return <Badge tone="warn">{t("people.storyRefundFailed")}</Badge>;
  const given = givenReasons.find((reason) => reason === status);
  if (kind === "given" && given) return <Badge>{t(`people.storyGiven_${given}`)}</Badge>;
  if (kind === "triedToBuy") return <Badge>{t("people.storyUnpaid")}</Badge>;
  return null;
}

const givenReasons = ["gift", "lessons", "guest", "free", "coupon"] as const;

const mailStatus = (status: string) =>
  status === "waiting" || status === "skipped" ? status : ("refused" as const);

export function AdjustmentList({ adjustments }: { adjustments: readonly AdjustmentView[] }) {
  const t = useText();
  return (
    <Card as="section" className="p-5 sm:p-6">
      <h2 className="mb-2 text-xl">{t("adjust.history")}</h2>
      {adjustments.length === 0 && <p className="text-ink-faint">{t("adjust.none")}</p>}
      <ul className="divide-y divide-line">
        {adjustments.map(({ id, kind, cents, reason, email, approver, date }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
            <div className="min-w-0 sm:max-w-xl">
              <p className="font-semibold">{t(`adjust.kinds.${kind}`)}</p>
              <p className="break-words">{reason}</p>
              <p className="text-sm break-words text-ink-faint">
                {date} · {email}
                {approver && ` · ${t("approvals.approvedBy", { email: approver })}`}
              </p>
            </div>
            <p className="text-lg font-bold tabular-nums">{formatMoney(cents, "BRL")}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
