import { useText } from "~/i18n/use-locale";
import { Icon } from "~/ui/icons";
import type { LadderReason } from "./ladder";

const reasonTexts = {
  unreadable: "videos.convertUnreadable",
  tooLong: "videos.convertTooLong",
  tooLarge: "videos.convertTooLarge",
} as const satisfies Record<LadderReason, string>;

/** Tells a creator that a video has no versions for slow lines; renders nothing unless making them failed. */
export function LadderNote({ failure }: { failure: LadderReason | null }) {
  const t = useText();
  if (!failure) return null;
  return (
    <div className="mt-3 text-sm">
      <p className="flex items-start gap-1.5 font-semibold">
        <Icon name="alert" className="mt-0.5 size-4" />
        {t("videos.ladderFailed", { reason: t(reasonTexts[failure]) })}
      </p>
      <p className="mt-1 text-ink-soft">{t("videos.ladderFailedText")}</p>
    </div>
  );
}
