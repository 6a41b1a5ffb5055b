import type { CueProblem, SkippedCue } from "~/features/videos/lesson-files/caption-files";
import type { MessageKey } from "~/i18n/message-key";
import { useText } from "~/i18n/use-locale";
import { Notice } from "~/ui/notice";

const problemTexts = {
  noTime: "creator.captionsNoTime",
  badTime: "creator.captionsBadTime",
  endsBeforeStart: "creator.captionsEndsBeforeStart",
  beyondEnd: "creator.captionsBeyondEnd",
  noText: "creator.captionsNoText",
  textTooLong: "creator.captionsTextTooLong",
} as const satisfies Record<CueProblem, MessageKey>;

const maxListed = 20;

/** The wrong cues of a captions file, each by its line. `count`: of all, which may be more than those stored. */
export function SkippedCues({ cues, count }: { cues: readonly SkippedCue[]; count: number }) {
  const t = useText();
  const listed = cues.slice(0, maxListed);
  if (listed.length === 0) return null;
  return (
    <Notice tone="warn" className="mt-4 text-sm" title={t("creator.captionsSkipped", { count })}>
      <ul className="tabular-nums">
        {listed.map(({ line, problem }) => (
          <li key={line}>{t("creator.captionsLine", { line, problem: t(problemTexts[problem]) })}</li>
        ))}
      </ul>
      {count > listed.length && t("creator.captionsSkippedMore", { count: count - listed.length })}
    </Notice>
  );
}
