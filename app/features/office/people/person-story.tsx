import type { ReactNode } from "react";
import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { TextLink } from "~/ui/text-link";
import type { StoryView } from "./show-story.server";

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

/** Current and former access of a person, each with its reason. */
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
    <Card as="section" aria-labelledby="profile" className="mt-8">
      <CardBody>
        <h2 id="profile" className="mb-4 text-2xl">
          {t("people.profile")}
        </h2>
        <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
          {facts.map(([label, value]) => (
            <div key={label} className="min-w-0">
              <dt className="text-sm text-ink-soft">{label}</dt>
              <dd className="mt-0.5 break-words">{value}</dd>
            </div>
          ))}
        </dl>
      </CardBody>
    </Card>
  );
}

type StoryEvent = StoryView["events"][number];

/** What happened with a person, newest first, each with a link to where an administrator can act on it. */
export function PersonStory({ story }: { story: StoryView }) {
  const t = useText();
  return (
    <section aria-labelledby="story" className="mt-10">
      <h2 id="story" className="mb-4 text-2xl">
        {t("people.story")}
      </h2>
      <ol className="max-w-3xl border-l-2 border-line">
        {story.events.map((event) => (
          <li key={event.id} className="relative flex gap-3 py-2 pl-6">
            <span
              aria-hidden="true"
              className="absolute top-4 -left-[7px] size-3 rounded-full bg-ink-faint"
            />
            <div className="min-w-0 grow">
              <p className="text-sm text-ink-soft tabular-nums">{event.at}</p>
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 [overflow-wrap:anywhere]">
                <span>
                  {t(`people.story_${event.kind}`)} <What event={event} />
                </span>
                {event.amount && <span className="font-bold tabular-nums">{event.amount}</span>}
                <Status event={event} />
              </p>
            </div>
          </li>
        ))}
      </ol>
      {story.next && (
        <div className="mt-6">
          <ButtonLink to={`?story=${story.next}#story`} variant="secondary">
            {t("people.storyOlder")}
          </ButtonLink>
        </div>
      )}
    </section>
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
