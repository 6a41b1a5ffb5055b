import type { MessageKey } from "~/i18n/message-key";
import type { ChaptersProblem } from "./chapters";

const keys = {
  firstNotZero: "creator.chaptersFirst",
  tooFew: "creator.chaptersFew",
  notAscending: "creator.chaptersOrder",
  tooShort: "creator.chaptersShort",
  beyondEnd: "creator.chaptersEnd",
  noTitle: "creator.chaptersTitle",
} as const satisfies Record<ChaptersProblem["kind"], MessageKey>;

/** Maximum length of the quoted line, in characters. */
const maxQuoted = 80;

/** Returns the message that tells a creator why a description has no chapters, with its values. */
export function describeProblem(problem: ChaptersProblem): {
  key: MessageKey;
  values: Record<string, string>;
} {
  const key = keys[problem.kind];
  if (problem.kind === "tooFew") return { key, values: { found: String(problem.found) } };
  const { line } = problem;
  return { key, values: { line: line.length > maxQuoted ? `${line.slice(0, maxQuoted)}…` : line } };
}
