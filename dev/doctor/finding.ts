import { setTimeout as sleep } from "node:timers/promises";

export interface Finding {
  /** `fail`: the product does not work like this. `warn`: it works, but somebody should look. */
  level: "ok" | "warn" | "fail";
  about: string;
  /** With what to do unless ok. Never a secret. */
  text: string;
}

/** Makers of the one finding about something. */
export function about(thing: string) {
  const one =
    (level: Finding["level"]) =>
    (text: string): Finding[] => [{ level, about: thing, text }];
  return { ok: one("ok"), warn: one("warn"), fail: one("fail") };
}

/** A check that throws or takes longer than `limitMs` has failed. */
export async function examine(
  about: string,
  check: () => Promise<Finding[]>,
  limitMs = 20_000,
): Promise<Finding[]> {
  const fail = (text: string): Finding[] => [{ level: "fail", about, text }];
  const late = sleep(limitMs, fail(`no answer within ${limitMs / 1000} s`));
  return Promise.race([check(), late]).catch((error: unknown) => fail(wordsFor(error)));
}

function wordsFor(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return String(first);
  const cause = first.cause instanceof Error ? ` (${first.cause.message})` : "";
  return `${first.name}: ${first.message}${cause}`.slice(0, 300) + adviseAuthority(error);
}

/** Codes of a certificate that browsers and Stripe do not trust. */
export const certificateCodes =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH)/;

/** For a certificate of an unknown authority; nothing for other errors. */
function adviseAuthority(error: unknown): string {
  for (let each = error; each instanceof Error; each = each.cause)
    if ("code" in each && typeof each.code === "string" && certificateCodes.test(each.code))
      return ". Of a private authority: set NODE_EXTRA_CA_CERTS to the file of its certificate, in the unit (Environment=) or by docker -e, since Node does not read it from --env-file";
  return "";
}

/** The answer or, without one within ten seconds, the error's code. */
export function ask(url: string, init: RequestInit = {}): Promise<Response | string> {
  return fetch(url, { ...init, signal: AbortSignal.timeout(10_000) }).catch(codeOf);
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  if (!(first instanceof Error)) return String(first);
  return "code" in first && typeof first.code === "string" ? first.code : first.name;
}

const signs = { ok: "ok  ", warn: "WARN", fail: "FAIL" };

export function formatFindings(findings: readonly Finding[]): string {
  const lines = findings.map(({ level, about, text }) => `${signs[level]}  ${about}: ${text}`);
  const count = (level: Finding["level"]) => findings.filter((finding) => finding.level === level).length;
  return [...lines, "", `${count("fail")} failed, ${count("warn")} to look at, ${count("ok")} ok`].join("\n");
}
