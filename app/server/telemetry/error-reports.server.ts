import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { LoggedError } from "~/platform/log.server";
import { release } from "~/platform/release";
import { describeError } from "./error-event";

/** Reports of a process in a minute; of what exceeds them there are log lines. */
const maxPerMinute = 30;

const answerMs = 5_000;

export interface ErrorReports {
  /** Sends an error that was logged. Never throws. */
  report(logged: LoggedError): void;
  /** Waits for reports under way, for two seconds at most. Never rejects. */
  settle(): Promise<void>;
}

interface Settings {
  /** https://<key>@<host>/<project> */
  dsn: string;
  environment: string;
  /** Called for the first of several reports that could not be sent. */
  onFailure: (reason: string) => void;
  now?: () => number;
}

/** Returns where reports are sent to. Throws a TypeError if it is no URL. */
function parseDsn(dsn: string): { url: string; key: string } {
  const { protocol, host, username, pathname } = new URL(dsn);
  const [, before = "", project = ""] = /^(.*)\/([^/]+)\/?$/.exec(pathname) ?? [];
  return { url: `${protocol}//${host}${before}/api/${project}/envelope/`, key: username };
}

/**
 * Sends logged errors to an address that understands Sentry's envelopes. A report has the types of the errors, their
 * messages and stacks without personal data, the fixed text of the log line, the request's id and method, release and
 * host.
 */
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
