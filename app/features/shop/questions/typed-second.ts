import { longestSeconds } from "~/features/playback/positions/resume-position";
import { plainCode } from "~/ui/forms/plain-code";

const clock = /^(?:(?:(\d{1,3}):)?([0-5]?\d):)?(\d{1,6})$/;

/**
 * Parses a moment of a video as people type it: "754", "12:34" or "1:02:03". Returns whole seconds; null for an empty
 * text;
 * undefined if it is no moment.
 */
export function parseTypedSecond(raw: string): number | null | undefined {
  const text = plainCode(raw);
  if (text === "") return null;
  const found = clock.exec(text);
  if (!found) return undefined;
  const [, hours = "0", minutes, seconds = ""] = found;
  if (minutes !== undefined && !/^[0-5]\d$/.test(seconds)) return undefined;
  const all = Number(hours) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds);
  return all <= longestSeconds ? all : undefined;
}
