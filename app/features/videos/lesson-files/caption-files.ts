import { decodeText } from "~/features/base/files/decode-text";
import { withoutDirectionControls } from "~/features/base/form-fields/typed-text";
import type { SpokenLanguage } from "~/features/videos/listing/spoken-language";

/** Captions of a video in one language, as the player lists them. */
export interface CaptionTrack {
  language: SpokenLanguage;
  name: string;
  /** In the language that is spoken in the video, as far as that is known. */
  asSpoken: boolean;
}

export const captionsMaxBytes = 1024 * 1024;
const maxCues = 5_000;
const maxCharacters = 500;

export type CueProblem = "noTime" | "badTime" | "endsBeforeStart" | "beyondEnd" | "noText" | "textTooLong";

export interface SkippedCue {
  /** Line of the file, from 1. */
  line: number;
  problem: CueProblem;
}

export type ReadCaptions =
  /** `cues`: at least one, by their beginning. */
  | { ok: true; cues: Cue[]; skipped: SkippedCue[] }
  | { ok: false; error: "tooManyCues" }
  | { ok: false; error: "noCues"; skipped: SkippedCue[] };

/**
 * WebVTT (https://www.w3.org/TR/webvtt1/) or SubRip (SRT). Wrong cues are left out and named by their line; what
 * remains is plain text. `durationSeconds`: of the video; undefined while it is unknown.
 */
export function readCaptions(bytes: Uint8Array, durationSeconds?: number): ReadCaptions {
  const lines = decodeText(bytes).split(/\r\n|\r|\n/);
  const isVtt = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? "");
  const cues: Cue[] = [];
  const skipped: SkippedCue[] = [];
  for (const block of listBlocks(lines, isVtt)) {
    const read = readBlock(block, isVtt, durationSeconds);
    if (typeof read === "object") cues.push(read);
    else skipped.push({ line: block.line, problem: read });
    if (cues.length + skipped.length > maxCues) return { ok: false, error: "tooManyCues" };
  }
  if (cues.length === 0) return { ok: false, error: "noCues", skipped };
  return { ok: true, cues: cues.sort((a, b) => a.from - b.from), skipped };
}

interface Block {
  /** The line of its times in the file, or else its first, from 1. */
  line: number;
  times?: string;
  text: string[];
}

const arrow = "-->";
/** A line of SRT begins with a time and an arrow: its texts may contain arrows. */
const isTimed = (line: string) => /^\s*[\d:.,]+\s*-->/.test(line);
const isNote = (line: string) => /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(line);

/** An empty line ends a cue, and so do the times of the next, if the empty line is missing. */
function listBlocks(lines: readonly string[], isVtt: boolean): Block[] {
  const blocks: Block[] = [];
  let block: Block | undefined;
  // A note is dropped up to an empty line; the header of a VTT file also up to a first cue without one.
  let dropped: "header" | "note" | undefined = isVtt ? "header" : undefined;
  for (const [index, line] of lines.entries()) {
    // In VTT a line of spaces belongs to its cue.
    if (isVtt ? line === "" : line.trim() === "") {
      block = undefined;
      dropped = undefined;
    } else if (!block && !dropped && isVtt && isNote(line)) {
      dropped = "note";
    } else if (line.includes(arrow) && dropped !== "note" && (isVtt || !block?.times || isTimed(line))) {
      if (block) dropId(block, isVtt);
      if (block && block.times === undefined && block.text.length === 0) blocks.pop();
      block = { line: index + 1, times: line, text: [] };
      blocks.push(block);
      dropped = undefined;
    } else if (!dropped && block) {
      block.text.push(line);
    } else if (!dropped) {
      block = { line: index + 1, text: [line] };
      blocks.push(block);
    }
  }
  return blocks;
}

/** Drops the identifier of the next cue: its only line, or, in SRT, a number after the text of a cue. */
function dropId(block: Block, isVtt: boolean): void {
  const last = block.text.at(-1);
  const isOnlyLine = block.times === undefined && block.text.length === 1;
  if (isOnlyLine || (!isVtt && last !== undefined && /^\s*\d+\s*$/.test(last))) block.text.pop();
}

function readBlock(
  { times, text: lines }: Block,
  isVtt: boolean,
  durationSeconds: number | undefined,
): Cue | CueProblem {
  if (times === undefined) return "noTime";
  const [start = "", rest = ""] = times.split(arrow);
  const from = readTime(start.trim());
  // Behind the end may be settings of the position.
  const to = readTime(rest.trim().split(/\s/)[0] ?? "");
  if (from === undefined || to === undefined) return "badTime";
  if (to <= from) return "endsBeforeStart";
  if (durationSeconds !== undefined && from >= durationSeconds * 1_000) return "beyondEnd";
  const text = plainText(lines, isVtt);
  if (text === "") return "noText";
  return text.length > maxCharacters ? "textTooLong" : { from, to, text };
}

/** "00:01:02.500", "01:02.500" or "00:01:02,500" in milliseconds; undefined if malformed. */
function readTime(text: string): number | undefined {
  const match = /^(?:(\d{1,3}):)?([0-5]?\d):([0-5]?\d)[.,](\d{1,3})$/.exec(text);
  if (!match) return undefined;
  const [, hours = "0", minutes, seconds, fraction = ""] = match;
  return (
    (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000 + Number(fraction.padEnd(3, "0"))
  );
}

const entities: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  lrm: "\u200e",
  rlm: "\u200f",
  ordf: "ª",
  ordm: "º",
};

/** Combining accents by their name in HTML: "&eacute;". */
const accents: Record<string, string> = {
  acute: "\u0301",
  grave: "\u0300",
  circ: "\u0302",
  tilde: "\u0303",
  uml: "\u0308",
  cedil: "\u0327",
};

function decodeEntities(text: string): string {
  return text.replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (name.startsWith("#")) {
      const code = Number(/^#x/i.test(name) ? `0x${name.slice(2)}` : name.slice(1));
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    }
    const accent = accents[name.slice(1)];
    return entities[name] ?? (accent ? `${name.charAt(0)}${accent}`.normalize("NFC") : whole);
  });
}

/** Tags (WebVTT section 3.4) and times within a cue. Other text between "<" and ">" is text. */
const vttMarkup = /<\/?(?:c|i|b|u|ruby|rt|v|lang)(?:[.\s][^<>]*)?>|<(?:\d{2,4}:)?\d{2}:\d{2}\.\d{3}>/g;

/** As players read it: five tags and the codes of SubStation Alpha in braces. */
const srtMarkup = /<\/?(?:b|i|u|s|font)(?:\s[^<>]*)?>|\{\\[^{}]*\}/gi;

function plainText(lines: readonly string[], isVtt: boolean): string {
  const unmarked = lines.join("\n").replace(isVtt ? vttMarkup : srtMarkup, "");
  return (
    withoutDirectionControls(isVtt ? decodeEntities(unmarked) : unmarked)
      .split(/\r\n|\r|\n/)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they have no meaning in a text
      .map((line) => line.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ""))
      .filter((line) => line.trim() !== "")
      .join("\n")
  );
}

/** In milliseconds from the beginning of the video; plain text of one or more lines. */
export interface Cue {
  from: number;
  to: number;
  text: string;
}

/** The text is plain: nothing in it is markup. */
export function writeVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(
    ({ from, to, text }) => `${writeTime(from)} --> ${writeTime(to)}\n${escapeText(text)}\n`,
  );
  return ["WEBVTT\n", ...blocks].join("\n");
}

function writeTime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const clock = parts.map((part) => String(part).padStart(2, "0")).join(":");
  return `${clock}.${String(milliseconds % 1_000).padStart(3, "0")}`;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
