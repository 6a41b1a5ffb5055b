import type { OwnVideoState } from "~/features/videos/media/stream-status";
import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icons";
import { Notice } from "~/ui/notice";
import type { Selling } from "./selling";

/** On the picture of a creator's card: that the video is not in the shop, not yet, not any more or never. */
export function OwnVideoBadge({ state }: { state: OwnVideoState }) {
  const t = useText();
  if (state.step === "shown") return null;
  if (state.step === "unpublished")
    return (
      <Badge tone="neutral" className="absolute top-3 left-3 shadow-card">
        {t(state.released ? "uploads.released" : "uploads.unpublished")}
      </Badge>
    );
  if (state.step === "suspended" || state.step === "unreadable") {
    return (
      <Badge tone="danger" className="absolute top-3 left-3 shadow-card">
        <Icon name="alert" className="size-4" />
        {t(`creator.${state.step}`)}
      </Badge>
    );
  }
  const failed = state.step === "failed";
  const percent = failed ? null : state.percent;
  return (
    <Badge tone={failed ? "danger" : "info"} className="absolute top-3 left-3 shadow-card tabular-nums">
      <Icon name={failed ? "alert" : "clock"} className="size-4" />
      {failed
        ? t("creator.streamFailed")
        : percent === null
          ? t("creator.streamProcessing")
          : t("creator.streamPercent", { percent })}
    </Badge>
  );
}

/** In a creator's card: what happens next, or why nothing does. */
export function OwnVideoNote({ state }: { state: OwnVideoState }) {
  const t = useText();
  if (state.step === "shown" || state.step === "unpublished") return null;
  if (state.step === "processing") {
    return <p className="mt-3 text-sm text-ink-soft">{t("creator.streamHint")}</p>;
  }
  if (state.step === "suspended" || state.step === "unreadable") {
    return (
      <Notice tone="danger" className="mt-3 text-sm">
        {t(`creator.${state.step}Text`)}
      </Notice>
    );
  }
  return (
    <Notice tone="danger" className="mt-3 text-sm break-words">
      {state.cause === "refused" && t("creator.streamReason", { reason: state.reason })}
      {state.cause === "gone" && t("creator.streamGone")}
      {state.cause === "notSent" && t("creator.streamNotSent")}
    </Notice>
  );
}

/** In a creator's card: that a video for sale is sold only in courses, or was to be. */
export function SellingNote({ selling }: { selling: Selling }) {
  const t = useText();
  if (selling === "alone") return null;
  return (
    <p className="mt-2 text-sm text-ink-soft">
      {selling === "inCourses" ? (
        <Badge tone="neutral">{t("courses.onlyInCourses")}</Badge>
      ) : (
        t("creator.sellingAgain")
      )}
    </p>
  );
}
