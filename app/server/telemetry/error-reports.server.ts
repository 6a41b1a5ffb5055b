import { randomUUID } from "node:crypto";
import { isIPv6 } from "node:net";
import { hostname } from "node:os";
import { trimEndOf } from "~/platform/forms/trim-ends";
import { type LoggedError, release } from "~/platform/log.server";

/** Errors beyond that have only log lines. */
const maxPerMinute = 30;

const answerMs = 5_000;

interface ErrorReports {
  /** Never throws. */
  report(logged: LoggedError): void;
  /** For two seconds at most. Never rejects. */
  settle(): Promise<void>;
}

interface Settings {
  /** https://<key>@<host>/<project> */
  dsn: string;
  environment: string;
  /** For the first of several failures. */
  onFailure: (reason: string) => void;
  now?: () => number;
}

/** Throws a TypeError if it is no URL. */
function parseDsn(dsn: string): { url: string; key: string } {
  const { protocol, host, username, pathname } = new URL(dsn);
  const [, before = "", project = ""] = /^(.*)\/([^/]+)\/?$/.exec(pathname) ?? [];
  return { url: `${protocol}//${host}${before}/api/${project}/envelope/`, key: username };
}

/** As Sentry's envelopes: types, messages and stacks without personal data, the log line's fixed text, request id. */
export function createErrorReports({ dsn, environment, onFailure, now = Date.now }: Settings): ErrorReports {
  const { url, key } = parseDsn(dsn);
  const pending = new Set<Promise<void>>();
  let minute = 0;
  let sentInMinute = 0;
  let silentUntil = 0;
  let failing = false;

  function fail(reason: string): void {
    if (!failing) onFailure(reason);
    failing = true;
  }

  async function send(body: string): Promise<void> {
    try {
      const answer = await fetch(url, {
        method: "POST",
        body,
        headers: {
          "Content-Type": "application/x-sentry-envelope",
          "X-Sentry-Auth": `Sentry sentry_version=7, sentry_client=sabia/${release}, sentry_key=${key}`,
        },
        signal: AbortSignal.timeout(answerMs),
      });
      await answer.body?.cancel();
      if (answer.status === 429) {
        const seconds = Number(answer.headers.get("Retry-After")) || 60;
        silentUntil = now() + seconds * 1_000;
      }
      if (answer.ok) failing = false;
      else fail(`status ${answer.status}`);
    } catch (error) {
      fail(error instanceof Error ? error.message : "unknown");
    }
  }

  return {
    report({ error, level, message, request }) {
      const at = now();
      if (at < silentUntil) return;
      if (Math.floor(at / 60_000) !== minute) {
        minute = Math.floor(at / 60_000);
        sentInMinute = 0;
      }
      sentInMinute += 1;
      if (sentInMinute > maxPerMinute) return;
      const id = randomUUID().replaceAll("-", "");
      const event = {
        event_id: id,
        timestamp: at / 1_000,
        platform: "node",
        level,
        release,
        environment,
        server_name: hostname(),
        logentry: { formatted: message },
        tags: { request_id: request?.id, method: request?.method },
        exception: { values: describeError(error, process.cwd()) },
      };
      const head = { event_id: id, sent_at: new Date(at).toISOString() };
      const lines = [head, { type: "event" }, event].map((line) => JSON.stringify(line));
      const sent = send(`${lines.join("\n")}\n`).finally(() => pending.delete(sent));
      pending.add(sent);
    },
    async settle() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, 2_000).unref());
      await Promise.race([Promise.all(pending), late]);
    },
  };
}

/** develop.sentry.dev, Event Payloads. */
interface ReportedException {
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

/** Removes e-mails, addresses of machines, numbers, values, tokens and queries of URLs. */
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

/** Leaves a text with colons unless it is an IPv6 address, which a full stop, a colon or a port may follow. */
function hideIpv6(text: string): string {
  const bare = text.replace(/^\[|\]$/g, "");
  const trimmed = trimEndOf(bare, ".:");
  const withoutPort = bare.slice(0, trimmed.lastIndexOf(":"));
  const address = [bare, trimmed, withoutPort].find((part) => part !== "::" && isIPv6(part));
  return address === undefined ? text : `[address]${bare.slice(address.length)}`;
}

/** With its causes, the outermost last. */
export function describeError(error: Error, root: string): ReportedException[] {
  const exceptions: ReportedException[] = [];
  for (let at: unknown = error; at instanceof Error && exceptions.length < maxCauses; at = at.cause) {
    exceptions.unshift({
      type: at.name,
      value: hidePersonalData(at.message),
      stacktrace: { frames: parseStack(at.stack ?? "", root) },
    });
  }
  return exceptions;
}

/** Frames of V8's stack, the innermost last. `root`: file names are relative to it. */
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
