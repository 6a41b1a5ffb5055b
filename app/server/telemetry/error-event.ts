import { isIPv6 } from "node:net";
import { trimEndOf } from "~/platform/forms/trim-ends";

/** Fields of an exception as Sentry takes them (develop.sentry.dev, Event Payloads). */
export interface ReportedException {
  type: string;
  value: string;
  stacktrace: { frames: Frame[] };
}

interface Frame {
  filename: string;
  function: string;
  lineno: number;
  colno: number;
  in_app: boolean;
}

const maxCauses = 3;
const longestMessage = 500;

/**
 * Returns a text without what may belong to a person: e-mails, addresses of machines, numbers, values, tokens, queries
 * of URLs.
 */
export function hidePersonalData(text: string): string {
  return text
    .slice(0, 4 * longestMessage)
    .replace(/\[?(?<![\w.:])[\da-f]*:[\da-f]*:[\da-f:.]*(?:%[\w.-]*\w)?(?!\w)\]?/gi, hideIpv6)
    .split("=(")
    .map((part, index) =>
      index === 0 ? part : `=([value])${part.includes(")") ? part.slice(part.indexOf(")") + 1) : ""}`,
    )
    .join("")
    .replace(/[^\s<>"':,;]+/g, (word) => (/^[^@]+@[^@]/.test(word) ? "[e-mail]" : word))
    .replace(/(: ?)"[^"]*"/g, '$1"[value]"')
    .replace(/\?[^\s"']*/g, "?[query]")
    .replace(/\b\d{1,3}(\.\d{1,3}){3}\b/g, "[address]")
    .replace(/[\w-]+/g, (word) => (word.length >= 24 ? "[token]" : word))
    .replace(/\d[\d./-]{4,}\d/g, "[number]")
    .slice(0, longestMessage);
}

/**
 * Returns a text with colons as it is, unless it is an IPv6 address, which may be followed by a full stop, a colon or a
 * port.
 */
function hideIpv6(text: string): string {
  const bare = text.replace(/^\[|\]$/g, "");
  const trimmed = trimEndOf(bare, ".:");
  const withoutPort = bare.slice(0, trimmed.lastIndexOf(":"));
  const address = [bare, trimmed, withoutPort].find((part) => part !== "::" && isIPv6(part));
  return address === undefined ? text : `[address]${bare.slice(address.length)}`;
}

/** Returns an error and its causes, the outermost last, without what may belong to a person. */
export function describeError(error: Error, root: string): ReportedException[] {
  const found: ReportedException[] = [];
  for (let at: unknown = error; at instanceof Error && found.length < maxCauses; at = at.cause) {
    found.unshift({
      type: at.name,
      value: hidePersonalData(at.message),
      stacktrace: { frames: parseStack(at.stack ?? "", root) },
    });
  }
  return found;
}

/** Returns the frames of V8's stack, the innermost last. `root`: the folder that file names are relative to */
export function parseStack(stack: string, root: string): Frame[] {
  const frames: Frame[] = [];
  for (const line of stack.split("\n")) {
    const [, call] = /^\s+at (.+)$/.exec(line) ?? [];
    if (!call) continue;
    // "name (file:line:column)", or the place alone.
    const open = call.indexOf(" (");
    const name = open < 0 ? "<anonymous>" : call.slice(0, open);
    const place = (open < 0 ? call : call.slice(open + 2)).replace(/\)$/, "").replace(/^file:\/\//, "");
    const parts = place.split(":");
    const [lineno = "", colno = ""] = parts.splice(-2);
    const file = parts.join(":");
    if (file === "" || !/^\d+$/.test(lineno) || !/^\d+$/.test(colno)) continue;
    const filename = file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file;
    const inApp = !filename.startsWith("node:") && !filename.includes("node_modules/");
    frames.unshift({ filename, function: name, lineno: Number(lineno), colno: Number(colno), in_app: inApp });
  }
  return frames;
}
