import type { Cue } from "./cue";

/** Writes cues as a WebVTT file whose text is plain: nothing in it is markup. */
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
