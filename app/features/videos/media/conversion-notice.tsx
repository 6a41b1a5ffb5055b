import { useText } from "~/i18n/use-locale";
import { Icon } from "~/ui/icons";
import { classNames, progressLook } from "~/ui/looks";
import type { Conversion, ConversionReason } from "./conversion";
import type { LadderReason } from "./rungs";

const reasonTexts = {
  unreadable: "videos.convertUnreadable",
  tooLong: "videos.convertTooLong",
  tooLarge: "videos.convertTooLarge",
  noRoom: "videos.convertNoRoom",
  stopped: "videos.convertStopped",
  storeAway: "videos.convertStoreAway",
} as const satisfies Record<ConversionReason, string>;

export function ConversionNote({ conversion }: { conversion: Conversion | undefined }) {
  const t = useText();
  if (!conversion) return null;
  const { title, text } = textsFor(conversion);
  const wrong = conversion.state === "failed" || conversion.state === "unavailable";
  return (
    <div className="mt-3 text-sm">
      {title && (
        <p className="flex items-start gap-1.5 font-semibold">
          <Icon name={wrong ? "alert" : "clock"} className="mt-0.5 size-4" />
          {title}
        </p>
      )}
      {conversion.state === "running" && conversion.percent !== null && (
        <progress
          max={100}
          value={conversion.percent}
          aria-label={t("videos.convertingSome")}
          className={classNames(progressLook, "mt-2 block h-2 w-full")}
        />
      )}
      <p className="mt-1 text-ink-soft">{text}</p>
    </div>
  );

  function textsFor(known: Conversion): { title: string; text: string } {
    switch (known.state) {
      case "waiting":
        return { title: t("videos.convertingWaits"), text: t("videos.convertingText") };
      case "running": {
        const { percent } = known;
        const title = percent === null ? t("videos.convertingSome") : t("videos.converting", { percent });
        return { title, text: t("videos.convertingText") };
      }
      case "failed": {
        const reason = t(reasonTexts[known.reason]);
        return { title: t("videos.convertFailed", { reason }), text: t("videos.convertFailedText") };
      }
      case "unavailable":
        return { title: t("videos.convertUnavailable"), text: t("videos.convertUnavailableText") };
    }
  }
}

const renditionReasonTexts = {
  unreadable: "videos.convertUnreadable",
  tooLong: "videos.convertTooLong",
  tooLarge: "videos.convertTooLarge",
} as const satisfies Record<LadderReason, string>;

/** Nothing unless making the versions for slow connections failed. */
export function LadderNote({ failure }: { failure: LadderReason | null }) {
  const t = useText();
  if (!failure) return null;
  return (
    <div className="mt-3 text-sm">
      <p className="flex items-start gap-1.5 font-semibold">
        <Icon name="alert" className="mt-0.5 size-4" />
        {t("videos.ladderFailed", { reason: t(renditionReasonTexts[failure]) })}
      </p>
      <p className="mt-1 text-ink-soft">{t("videos.ladderFailedText")}</p>
    </div>
  );
}
