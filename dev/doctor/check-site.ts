import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import proxyAddr from "proxy-addr";
import { type Env, listenHost } from "../../app/platform/env.server";
import {
  isAnswerTo,
  probeAnswer,
  probeHeader,
  signProbe,
} from "../../app/platform/health/doctor-probe.server";
import {
  findCertificateEnd,
  findLastBackup,
  measureDisks,
  type Space,
} from "../../app/platform/health/machine.server";
import { findClientAddress } from "../../app/server/http/trusted-proxies.server";
import { about, ask, certificateCodes, type Finding } from "./finding";

/** Of a documentation range (RFC 5737): no proxy of ours has it. */
const forgedAddress = "192.0.2.66";

/** At PORT of this machine, and at its public address, through all proxies. */
export async function checkSite(env: Env): Promise<Finding[]> {
  return [...(await checkPort(env)), ...(await checkAddress(env))];
}

async function checkAddress(env: Env): Promise<Finding[]> {
  const { ok, warn, fail } = about("Site");
  const url = `${env.APP_URL}/healthcheck`;
  const probe = signProbe(env.SESSION_SECRET, Date.now());
  const headers = { [probeHeader]: probe, "x-forwarded-for": forgedAddress };
  const answer = await ask(url, { headers });
  if (typeof answer === "string")
    return certificateCodes.test(answer)
      ? about("Certificate").fail(
          `${env.APP_URL}: ${answer}. Browsers and Stripe refuse it: install a certificate of a known authority, with its chain; for a private one, set NODE_EXTRA_CA_CERTS in the unit, not in the environment file`,
        )
      : warn(`${url} does not answer yet (${answer})`);
  const body = (await answer.text()).trim().replaceAll("\n", ", ").slice(0, 120);
  if (!isAnswerTo(env.SESSION_SECRET, probe, answer.headers.get(probeAnswer.signature)))
    return (
      describeSkew(answer) ??
      fail(
        `${url} is answered (${answer.status}) by another program, or one with another SESSION_SECRET: check APP_URL, the proxy and its upstream`,
      )
    );
  return [
    ...(answer.ok ? ok(`${url}: ${body}`) : fail(`${url} answers ${answer.status}: ${body}`)),
    ...checkHops(env, {
      client: answer.headers.get(probeAnswer.client) ?? "",
      forwarded: answer.headers.get(probeAnswer.forwarded) ?? "",
      // The server itself speaks no TLS.
      hasProxy: new URL(env.APP_URL).protocol === "https:",
    }),
    ...(await checkUploads(env)),
  ];
}

/** `client`: the address that the server uses; `forwarded`: X-Forwarded-For as it arrived; `hasProxy`: for certain. */
export function checkHops(
  { TRUSTED_PROXY_HOPS: hops }: Pick<Env, "TRUSTED_PROXY_HOPS">,
  { client, forwarded, hasProxy = false }: { client: string; forwarded: string; hasProxy?: boolean },
): Finding[] {
  const { ok, fail } = about("Proxy");
  const entries = forwarded
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  // Caddy and load balancers drop what a client sent; nginx adds to it.
  const added = entries.slice(entries.indexOf(forgedAddress) + 1).length;
  if (hasProxy && added === 0)
    return fail(
      "the proxy adds no X-Forwarded-For, so that visitors choose their address or share one. In nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; and TRUSTED_PROXY_HOPS=1 behind one proxy",
    );
  if (client === forgedAddress || hops !== added) {
    const effect =
      hops < added ? "all visitors share the limits of one" : "visitors choose their own address";
    return fail(`TRUSTED_PROXY_HOPS is ${hops}, but the proxies add ${added}: ${effect}. Set it to ${added}`);
  }
  const visitor = findClientAddress(
    { socketAddress: "", forwardedFor: forwarded },
    { hops, isTrusted: () => true },
  );
  if (hops > 0 && visitor !== "" && client !== visitor)
    return fail(
      `X-Forwarded-For of ${client} is ignored, and all visitors share its limits: add it to TRUSTED_PROXIES`,
    );
  return ok(`TRUSTED_PROXY_HOPS is ${hops}, as many as the proxies add`);
}

const formBytes = 530_000_000;

/** The server answers before the body has arrived: a proxy that limits bodies refuses, one that buffers waits. */
async function checkUploads(env: Env): Promise<Finding[]> {
  const { ok, fail } = about("Uploads");
  const probe = signProbe(env.SESSION_SECRET, Date.now());
  const url = new URL("/healthcheck", env.APP_URL);
  const headers = { [probeHeader]: probe, "content-length": formBytes, "content-type": "text/plain" };
  const sending = (url.protocol === "https:" ? https : http).request(url, { method: "POST", headers });
  const answer = await new Promise<IncomingMessage | "refused" | "silent">((resolve) => {
    sending.on("response", resolve);
    sending.on("error", () => resolve("refused"));
    sending.setTimeout(bufferedMs, () => resolve("silent"));
    sending.write(Buffer.alloc(16 * 1024));
  });
  sending.destroy();
  if (answer === "silent")
    return fail(
      "the proxy keeps bodies back until they are complete. In nginx: proxy_request_buffering off;",
    );
  const isOurs =
    answer !== "refused" &&
    isAnswerTo(env.SESSION_SECRET, probe, String(answer.headers[probeAnswer.signature] ?? ""));
  if (isOurs) return ok("a form of 530 MB arrives while it is sent");
  const status = answer === "refused" ? "closes the connection" : `answers ${answer.statusCode}`;
  return fail(`the proxy ${status} for a form of 530 MB: allow 600 MB. In nginx: client_max_body_size 600m;`);
}

/** How long a proxy may keep the beginning of a body. */
const bufferedMs = 4_000;

/** A probe is answered if the clocks differ less (doctor-probe.server.ts). */
const probeMs = 60_000;

/** Of a server whose clock, by its Date header, differs too much for a probe. */
function describeSkew(answer: Response): Finding[] | undefined {
  const date = Date.parse(answer.headers.get("date") ?? "");
  const seconds = Math.round((Date.now() - date) / 1_000);
  return Math.abs(seconds) * 1_000 < probeMs || Number.isNaN(date)
    ? undefined
    : about("Clock").fail(
        `${seconds} s off that of the server at ${new URL(answer.url).origin}: run NTP on both machines, then ask again who answers there`,
      );
}

const everyInterface: readonly (string | undefined)[] = [undefined, "0.0.0.0", "::", "[::]"];

/** Behind proxies a public port lets clients bypass them; metrics must not be public. */
export function checkListening(
  env: Pick<Env, "HOST" | "TRUSTED_PROXY_HOPS" | "PORT" | "METRICS_HOST" | "METRICS_PORT">,
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): Finding[] {
  const host = listenHost(env);
  const findings: Finding[] = [];
  if (env.TRUSTED_PROXY_HOPS > 0) {
    const exposed = listPublic(host, interfaces);
    const { ok, warn } = about("Listening");
    findings.push(
      ...(exposed.length > 0
        ? warn(
            `${exposed.join(", ")}: port ${env.PORT} is open beside the proxies. Set HOST to the address that they connect to, and let the firewall admit them alone`,
          )
        : ok(`on ${host ?? "every interface"}, which the public does not reach`)),
    );
  }
  const shown = env.METRICS_PORT === 0 ? [] : listPublic(env.METRICS_HOST, interfaces);
  if (shown.length > 0)
    findings.push(
      ...about("Metrics").warn(
        `${shown.join(", ")}: port ${env.METRICS_PORT} shows the metrics to everyone. Set METRICS_HOST to 127.0.0.1 or a private address, or let the firewall admit Prometheus alone`,
      ),
    );
  return findings;
}

/** Public addresses among those that a server on `host` listens on. */
function listPublic(host: string | undefined, interfaces: ReturnType<typeof networkInterfaces>): string[] {
  const addresses = everyInterface.includes(host)
    ? Object.values(interfaces).flatMap((each) => each?.map(({ address }) => address) ?? [])
    : [host ?? ""];
  const isPrivate = proxyAddr.compile(["loopback", "linklocal", "uniquelocal"]);
  return addresses.filter((address) => isIP(address) && !isPrivate(address, 0));
}

/** No program on PORT is no failure: the server may be elsewhere. */
async function checkPort(env: Env): Promise<Finding[]> {
  if (env.PORT === 0) return [];
  const { ok, fail } = about("Port");
  const probe = signProbe(env.SESSION_SECRET, Date.now());
  const host = listenHost(env);
  const local = everyInterface.includes(host) ? "127.0.0.1" : host?.includes(":") ? `[${host}]` : host;
  const answer = await ask(`http://${local}:${env.PORT}/healthcheck`, {
    headers: { [probeHeader]: probe, host: new URL(env.APP_URL).host },
    redirect: "manual",
  });
  if (typeof answer !== "string") {
    await answer.body?.cancel();
    return isAnswerTo(env.SESSION_SECRET, probe, answer.headers.get(probeAnswer.signature))
      ? ok(`this product answers on ${env.PORT}`)
      : (describeSkew(answer) ??
          fail(`another program answers on port ${env.PORT}: end it, or set PORT to a free one`));
  }
  return answer === "ECONNREFUSED"
    ? []
    : fail(
        `a program on port ${env.PORT} does not speak HTTP (${answer}): end it, or set PORT to a free one`,
      );
}

const dayMs = 24 * 60 * 60_000;

/** Let's Encrypt's certificates are renewed 30 days before their end. */
const renewedDays = 14;

/** Nothing for an address without TLS or one that does not answer. */
export async function checkCertificate(env: Env, now = Date.now()): Promise<Finding[]> {
  const { ok, fail } = about("Certificate");
  const until = await findCertificateEnd(env.APP_URL);
  if (!until) return [];
  const days = Math.floor((until.getTime() - now) / dayMs);
  return days < renewedDays
    ? fail(`it ends in ${days} days: renew it (certbot renew), and reload the proxy`)
    : ok(`valid for ${days} days`);
}

/** Below this share or these bytes of free space, a disk is nearly full. */
const minFreeShare = 0.05;
const minFreeBytes = 1024 ** 3;

export async function checkDisks(
  env: Pick<Env, "STORAGE_DIR" | "S3_BUCKET">,
  measure?: (folder: string) => Promise<Space>,
): Promise<Finding[]> {
  return (await measureDisks(env, measure)).flatMap(({ folder, freeBytes, freeShare }) => {
    const { ok, fail } = about("Disk");
    const text = `${(freeBytes / 1024 ** 3).toFixed(1)} GiB free (${Math.floor(freeShare * 100)} %) in ${folder}`;
    return freeShare < minFreeShare || freeBytes < minFreeBytes
      ? fail(`${text}: nearly full. Enlarge it, or move files to a bucket (S3_*)`)
      : ok(text);
  });
}

/** Backups are nightly. */
const backupMs = 26 * 60 * 60_000;

/** Nothing without BACKUP_DIR. */
export async function checkBackup(env: Pick<Env, "BACKUP_DIR">, now = Date.now()): Promise<Finding[]> {
  if (!env.BACKUP_DIR) return [];
  const { ok, warn } = about("Backup");
  const at = await findLastBackup(env.BACKUP_DIR);
  const missing = !at || now - at.getTime() > backupMs;
  const text = at ? `the newest is of ${at.toISOString()}` : `${env.BACKUP_DIR} has none`;
  return missing ? warn(`${text}: look at the backup's timer (systemctl status sabia-backup)`) : ok(text);
}

export async function checkGoogle(env: Env): Promise<Finding[]> {
  const { ok, warn, fail } = about("Google");
  if (!env.GOOGLE_CLIENT_ID) return warn("not set: people sign in by password alone");
  const url = `${env.GOOGLE_OAUTH_URL ?? "https://accounts.google.com"}/.well-known/openid-configuration`;
  const answer = await ask(url);
  if (typeof answer === "string" || !answer.ok)
    return fail(
      `${new URL(url).origin} is away (${typeof answer === "string" ? answer : answer.status}): allow this machine to reach it; people sign in by password meanwhile`,
    );
  await answer.body?.cancel();
  return ok(`reached; its redirect URI must be ${env.APP_URL}/auth/google/callback`);
}
