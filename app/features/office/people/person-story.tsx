import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { TextLink } from "~/ui/text-link";
import type { StoryView } from "./show-story.server";

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
