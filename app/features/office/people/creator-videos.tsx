import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { PersonRows } from "./person-rows";
import type { CreatorPageView } from "./show-person.server";
import { StepDialog } from "./step-dialog";

const standings = {
  shown: { tone: "success", label: "people.videoShown" },
  unplayable: { tone: "warn", label: "people.videoUnplayable" },
  processing: { tone: "info", label: "people.videoProcessing" },
  failed: { tone: "danger", label: "people.videoFailed" },
  unfinished: { tone: "neutral", label: "people.videoUnfinished" },
  deleted: { tone: "warn", label: "people.videoDeleted" },
  unreadable: { tone: "danger", label: "office.filter_unreadable" },
  suspended: { tone: "danger", label: "audit.videoIsSuspended" },
} as const;

interface CreatorVideosProps extends Pick<CreatorPageView, "videos" | "next"> {
  proofNeeded: boolean;
}

/** A creator's videos, each with the step that takes it out of the shop or puts it back. */
export function CreatorVideos({ videos, next, proofNeeded }: CreatorVideosProps) {
  const t = useText();
  return (
    <PersonRows
      id="videos"
      title={t("people.videos")}
      icon="video"
      none={t("people.noVideos")}
      rows={videos.map(({ price_cents, standing: now, ...video }) => ({
        ...video,
        cents: price_cents,
        state: <Badge tone={standings[now].tone}>{t(standings[now].label)}</Badge>,
        step: ["shown", "unplayable", "suspended", "unreadable"].includes(now) && (
          <StepDialog
            size="small"
            proofNeeded={proofNeeded}
            asked={{
              of: "video",
              step: now === "suspended" || now === "unreadable" ? "restore" : "suspend",
              id: video.id,
              name: video.title,
            }}
          />
        ),
      }))}
      older={next ? { to: `?after=${next}`, label: t("people.olderVideos") } : undefined}
    />
  );
}
