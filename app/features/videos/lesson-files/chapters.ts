import type { MessageKey } from "~/i18n/message-key";

/** YouTube's rules: https://support.google.com/youtube/answer/9884579. */
const minChapters = 3;
const minSeconds = 10;

export interface Chapter {
  seconds: number;
  title: string;
}

export type ChaptersProblem =
  | { kind: "firstNotZero"; line: string }
  | { kind: "tooFew"; found: number }
  | { kind: "notAscending"; line: string }
  | { kind: "tooShort"; line: string }
  | { kind: "beyondEnd"; line: string }
  | { kind: "noTitle"; line: string };

type ReadChapters =
  /** Empty: no line begins with a timestamp. */
  { ok: true; chapters: Chapter[] } | { ok: false; problem: ChaptersProblem };

interface StampedLine extends Chapter {
  line: string;
}

/**
 * From lines that begin with a timestamp, such as "1:05 Acordes". All count or none: the first at 0:00, at least
 * three, ascending, each at least ten seconds. `durationSeconds`: undefined while unknown, so that the end is not
 * checked.
 */
export function readChapters(description: string, durationSeconds?: number): ReadChapters {
  const lines = description.split(/\r\n|[\r\n\u2028\u2029]/).flatMap((line) => readStampedLine(line) ?? []);
  const problem = lines.length === 0 ? undefined : findProblem(lines, durationSeconds);
  if (problem) return { ok: false, problem };
  return { ok: true, chapters: lines.map(({ seconds, title }) => ({ seconds, title })) };
}

function findProblem(lines: StampedLine[], durationSeconds: number | undefined): ChaptersProblem | undefined {
  const [first] = lines;
  if (first && first.seconds !== 0) return { kind: "firstNotZero", line: first.line };
  for (const [index, { line, seconds, title }] of lines.entries()) {
    if (title === "") return { kind: "noTitle", line };
    const before = lines[index - 1];
    if (before && seconds <= before.seconds) return { kind: "notAscending", line };
    if (before && seconds - before.seconds < minSeconds) return { kind: "tooShort", line: before.line };
    if (durationSeconds === undefined) continue;
    if (seconds >= durationSeconds) return { kind: "beyondEnd", line };
    if (index === lines.length - 1 && durationSeconds - seconds < minSeconds)
      return { kind: "tooShort", line };
  }
  return lines.length < minChapters ? { kind: "tooFew", found: lines.length } : undefined;
}

/** With an hour, minutes have two digits. */
const timestamp = /(?:(\d{1,2}):([0-5]\d)|(\d{1,3})):([0-5]\d)/;
const lineStart = new RegExp(String.raw`^[([]?${timestamp.source}[)\]]?(?![\d:])`);
const timestampInText = new RegExp(String.raw`(?<![\d:.,])${timestamp.source}(?![\d:])`, "g");

const chaptersOn = /[\r\n][ \t]*[([]?\d{1,3}:[0-5]\d.*/s;

/** For PostgreSQL: from the first line with a timestamp on, but for the very first line. */
export const chaptersOnPattern = chaptersOn.source;

/** What a card shows. */
export function beforeChapters(description: string): string {
  return description.replace(chaptersOn, "");
}

function readStampedLine(raw: string): StampedLine | undefined {
  const line = raw.trim();
  const match = lineStart.exec(line);
  if (!match) return undefined;
  const rest = line.slice(match[0].length).trimStart();
  return { line, seconds: secondsIn(match), title: rest.replace(/^[-–—:.|]/, "").trimStart() };
}

function secondsIn([, hours, minutesOfHour, minutes, seconds]: RegExpExecArray): number {
  return Number(hours ?? 0) * 3600 + Number(minutesOfHour ?? minutes) * 60 + Number(seconds);
}

type TextPart = { text: string; seconds?: number };

/** Parts with `seconds` are timestamps, which a page shows as links. */
export function splitAtTimestamps(text: string, durationSeconds?: number): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(timestampInText)) {
    const seconds = secondsIn(match as RegExpExecArray);
    if (durationSeconds !== undefined && seconds >= durationSeconds) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: match[0], seconds });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

const keys = {
  firstNotZero: "creator.chaptersFirst",
  tooFew: "creator.chaptersFew",
  notAscending: "creator.chaptersOrder",
  tooShort: "creator.chaptersShort",
  beyondEnd: "creator.chaptersEnd",
  noTitle: "creator.chaptersTitle",
} as const satisfies Record<ChaptersProblem["kind"], MessageKey>;

/** In characters. */
const maxQuoted = 80;

export function describeProblem(problem: ChaptersProblem): {
  key: MessageKey;
  values: Record<string, string>;
} {
  const key = keys[problem.kind];
  if (problem.kind === "tooFew") return { key, values: { found: String(problem.found) } };
  const { line } = problem;
  return { key, values: { line: line.length > maxQuoted ? `${line.slice(0, maxQuoted)}…` : line } };
}

/** In characters, as in the tables' constraints (0004-videos). */
export const titleMaxLength = 200;

/** In characters. */
export const descriptionMaxLength = 5_000;
