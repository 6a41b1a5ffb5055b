import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { connect as connectTls } from "node:tls";
import type { Env } from "../../app/platform/env.server";
import {
  isAnswerTo,
  probeAnswer,
  probeHeader,
  signProbe,
} from "../../app/platform/health/doctor-probe.server";
import type { Finding } from "./finding";

const timeoutMs = 10_000;

/** An address of a documentation range (RFC 5737): no proxy of ours has it. */
const forgedAddress = "192.0.2.66";

/** Codes of a certificate that browsers and Stripe do not trust. */
const certificateCodes = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH)/;

/** Asks the site at its public address, through all proxies, and the program on PORT of this machine, who they are. */
export async function checkSite(env: Env): Promise<Finding[]> {
  const about = "Site";
  const url = `${env.APP_URL}/healthcheck`;
  const probe = signProbe(env.SESSION_SECRET, Date.now());
  const findings: Finding[] = await checkPort(env);
  const headers = { [probeHeader]: probe, "x-forwarded-for": forgedAddress };
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) }).catch(
    (error: unknown) => error,
  );
  if (!(answer instanceof Response)) {
    const code = codeOf(answer);
    findings.push(
      certificateCodes.test(code)
        ? {
            level: "fail",
            about: "Certificate",
            text: `${env.APP_URL}: ${code}. Browsers and Stripe refuse it: install a certificate of a known authority, with its chain`,
          }
        : { level: "warn", about, text: `${url} does not answer yet (${code})` },
    );
    return findings;
  }
  const body = (await answer.text()).trim().replaceAll("\n", ", ").slice(0, 120);
  if (!isAnswerTo(env.SESSION_SECRET, probe, answer.headers.get(probeAnswer.signature))) {
    findings.push({
      level: "fail",
      about,
      text: `${url} is answered (${answer.status}) by another program, or one with another SESSION_SECRET: check APP_URL, the proxy and its upstream`,
    });
    return findings;
  }
  findings.push(
    answer.ok
      ? { level: "ok", about, text: `${url}: ${body}` }
      : { level: "fail", about, text: `${url} answers ${answer.status}: ${body}` },
    checkHops(env, {
      client: answer.headers.get(probeAnswer.client) ?? "",
      forwarded: answer.headers.get(probeAnswer.forwarded) ?? "",
    }),
  );
  return findings;
}

/** Compares TRUSTED_PROXY_HOPS with the addresses that the proxies added to the forged one. */
export function checkHops(
  { TRUSTED_PROXY_HOPS: hops }: Pick<Env, "TRUSTED_PROXY_HOPS">,
  { client, forwarded }: { client: string; forwarded: string },
): Finding {
  const about = "Proxy";
  const entries = forwarded
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  // Caddy and load balancers drop what a client sent; nginx adds to it.
  const added = entries.slice(entries.indexOf(forgedAddress) + 1).length;
  if (client === forgedAddress || hops > added)
    return {
      level: "fail",
      about,
      text: `TRUSTED_PROXY_HOPS is ${hops}, but the proxies add ${added}: visitors choose their own address. Set it to ${added}`,
    };
  if (hops < added)
    return {
      level: "fail",
      about,
      text: `TRUSTED_PROXY_HOPS is ${hops}, but the proxies add ${added}: all visitors share the limits of one. Set it to ${added}`,
    };
  return { level: "ok", about, text: `TRUSTED_PROXY_HOPS is ${hops}, as many as the proxies add` };
}

/** Asks the program on this machine's PORT whether it is this product. None is no failure: the server may be elsewhere. */
async function checkPort(env: Env): Promise<Finding[]> {
  if (env.PORT === 0) return [];
  const about = "Port";
  const probe = signProbe(env.SESSION_SECRET, Date.now());
  const answer = await fetch(`http://127.0.0.1:${env.PORT}/healthcheck`, {
    headers: { [probeHeader]: probe, host: new URL(env.APP_URL).host },
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => error);
  if (answer instanceof Response) {
    await answer.body?.cancel();
    return isAnswerTo(env.SESSION_SECRET, probe, answer.headers.get(probeAnswer.signature))
      ? [{ level: "ok", about, text: `this product answers on ${env.PORT}` }]
      : [
          {
            level: "fail",
            about,
            text: `another program answers on port ${env.PORT}: end it, or set PORT to a free one`,
          },
        ];
  }
  return codeOf(answer) === "ECONNREFUSED"
    ? []
    : [
        {
          level: "fail",
          about,
          text: `a program on port ${env.PORT} does not speak HTTP (${codeOf(answer)}): end it, or set PORT to a free one`,
        },
      ];
}

/** Returns the code of a failed request's cause, such as ECONNREFUSED. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  if (!(first instanceof Error)) return String(first);
  return "code" in first && typeof first.code === "string" ? first.code : first.name;
}

const dayMs = 24 * 60 * 60_000;

/** Days before its end when a certificate should have been renewed: Let's Encrypt's are renewed 30 days before. */
const renewedDays = 14;

/** Checks how long the site's certificate is valid; nothing for an address without TLS or one that does not answer. */
export async function checkCertificate(env: Env, now = Date.now()): Promise<Finding[]> {
  const url = new URL(env.APP_URL);
  if (url.protocol !== "https:") return [];
  const about = "Certificate";
  const until = await new Promise<Date | undefined>((resolve) => {
    const socket = connectTls(
      {
        host: url.hostname,
        port: Number(url.port || 443),
        servername: url.hostname,
        rejectUnauthorized: false,
      },
      () => {
        resolve(new Date(socket.getPeerCertificate().valid_to));
        socket.destroy();
      },
    );
    socket.setTimeout(timeoutMs, () => socket.destroy());
    socket.on("error", () => resolve(undefined));
    socket.on("close", () => resolve(undefined));
  });
  if (!until) return [];
  const days = Math.floor((until.getTime() - now) / dayMs);
  return days < renewedDays
    ? [
        {
          level: "fail",
          about,
          text: `it ends in ${days} days: renew it (certbot renew), and reload the proxy`,
        },
      ]
    : [{ level: "ok", about, text: `valid for ${days} days` }];
}

/** Below this share of free space, or these bytes, a disk is nearly full. */
const leastFreeShare = 0.05;
const leastFreeBytes = 1024 ** 3;

/** Checks the free space where files are stored and where uploads are buffered. */
export async function checkDisks(
  env: Pick<Env, "STORAGE_DIR" | "S3_BUCKET">,
  measure: (folder: string) => Promise<{ bavail: number; bsize: number; blocks: number }> = statfs,
): Promise<Finding[]> {
  const folders = [...(env.S3_BUCKET || !env.STORAGE_DIR ? [] : [env.STORAGE_DIR]), tmpdir()];
  return Promise.all(
    folders.map(async (folder): Promise<Finding> => {
      const { bavail, bsize, blocks } = await measure(folder);
      const free = bavail * bsize;
      const share = bavail / Math.max(1, blocks);
      const text = `${(free / 1024 ** 3).toFixed(1)} GiB free (${Math.floor(share * 100)} %) in ${folder}`;
      return share < leastFreeShare || free < leastFreeBytes
        ? {
            level: "fail",
            about: "Disk",
            text: `${text}: nearly full. Enlarge it, or move files to a bucket (S3_*)`,
          }
        : { level: "ok", about: "Disk", text };
    }),
  );
}

/** Asks Google, whose sign-in three pages offer. */
export async function checkGoogle(env: Env): Promise<Finding[]> {
  const about = "Google";
  if (!env.GOOGLE_CLIENT_ID)
    return [{ level: "warn", about, text: "not set: people sign in by password alone" }];
  const url = `${env.GOOGLE_OAUTH_URL ?? "https://accounts.google.com"}/.well-known/openid-configuration`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(
    (error: unknown) => error,
  );
  if (!(answer instanceof Response) || !answer.ok)
    return [
      {
        level: "fail",
        about,
        text: `${new URL(url).origin} is away (${answer instanceof Response ? answer.status : codeOf(answer)}): allow this machine to reach it; people sign in by password meanwhile`,
      },
    ];
  await answer.body?.cancel();
  return [
    { level: "ok", about, text: `reached; its redirect URI must be ${env.APP_URL}/auth/google/callback` },
  ];
}
