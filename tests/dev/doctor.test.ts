import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { listDataSecrets } from "~/platform/env.server";
import { storeDataKeyCheck } from "~/platform/health/health.queries.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import { createSecretBox } from "~/platform/secrets.server";
import { checkDatabase, checkDirectConnection, checkOwner } from "../../dev/doctor/check-database";
import {
  checkBucketRules,
  checkPrograms,
  checkSettings,
  checkStore,
  checkStripe,
  checkTelemetry,
} from "../../dev/doctor/check-services";
import { checkBackup, checkHops, checkListening, checkSite } from "../../dev/doctor/check-site";
import { examine, formatFindings } from "../../dev/doctor/finding";
import { findFreePort } from "../../dev/postgres/free-port";
import { onServer } from "../../dev/postgres/on-server";
import { requireTwoPeople } from "../../migrations/tools/two-people";
import { asOwner } from "../support/as-owner";
import { send } from "../support/browser";
import { startHttpWorld } from "../support/http-app";
import { closeServer, listen } from "../support/listen";
import { makeConsumer, makeCreator, makeVideo, openCheckout } from "../support/people";
import { readRows } from "../support/tables";
import { ownerUrlOf } from "../support/test-database";

const { world, port } = await startHttpWorld();
const { env, storage, db } = world.services;
const levels = (findings: { about: string; level: string }[]) =>
  findings.map(({ about, level }) => `${about} ${level}`);

const levelOf = async (about: string, changes: Partial<typeof env>) =>
  (await checkDatabase({ ...env, ...changes })).find((finding) => finding.about === about)?.level;

test("a healthy database and store pass all checks, which leave no file in the store", async () => {
  expect(levels(await checkDatabase(env))).toEqual([
    "Database ok",
    "Clock ok",
    "Connections ok",
    "Writes ok",
    "Schema ok",
    "Job queue ok",
    "Ladders ok",
    "Data key ok",
    "Two people ok",
    "Rights ok",
  ]);
  expect(levels(await checkDirectConnection(env))).toEqual(["Direct connection ok"]);
  expect(levels(await checkStore(storage))).toEqual(["Files ok"]);
  expect(await checkBucketRules(env)).toEqual([]);
});

test("the doctor reports the owner's role and an older schema", async () => {
  const ownerUrl = ownerUrlOf(env.DATABASE_URL);
  expect(levels(await checkDatabase({ ...env, DATABASE_URL: ownerUrl }))).toContain("Rights warn");
  await onServer(ownerUrl, (client) => client.query("UPDATE kysely_migration SET name = '-' || name"));
  expect(await checkDatabase(env)).toContainEqual({
    level: "fail",
    about: "Schema",
    text: expect.stringMatching(/^The database has the migration -.*Point DATABASE_URL/),
  });
  await onServer(ownerUrl, (client) => client.query("UPDATE kysely_migration SET name = substr(name, 2)"));
  expect(await readRows(db, "users", {}, "id")).toEqual([]);
});

test("the doctor reports a read-only database", async () => {
  const url = new URL(env.DATABASE_URL);
  url.searchParams.set("options", "-c default_transaction_read_only=on");
  const found = await checkDatabase({ ...env, DATABASE_URL: url.href });
  expect(found).toContainEqual(expect.objectContaining({ about: "Writes", level: "fail" }));
});

test("the doctor reports jobs that nobody takes", async () => {
  const queue = async () => (await checkDatabase(env)).find(({ about }) => about === "Job queue");
  const wait = (minutes: number) =>
    asOwner(db, `UPDATE graphile_worker._private_jobs SET run_at = now() - interval '${minutes} minutes'`);
  await addJob(db, "sweep", {}, { key: "stalled" });
  await wait(1);
  expect(await queue()).toMatchObject({ level: "ok" });
  await wait(3);
  expect(await queue()).toMatchObject({
    level: "fail",
    text: expect.stringMatching(/^no job was taken for 18\d s while some wait/),
  });
  await asOwner(db, "DELETE FROM graphile_worker._private_jobs");
});

test.each([
  ["SELECT ON sales", "SELECT on public.sales"],
  ["INSERT ON saved_videos", "INSERT on public.saved_videos"],
  ["DELETE ON users", "DELETE on public.users"],
  ["USAGE ON SCHEMA graphile_worker", "USAGE on graphile_worker"],
  ["USAGE ON SEQUENCE ledger_entries_id_seq", "USAGE on public.ledger_entries_id_seq"],
])("the doctor names the missing right: %s", async (right, named) => {
  const role = new URL(env.DATABASE_URL).username;
  await asOwner(db, `REVOKE ${right} FROM ${role}`);
  const found = await checkDatabase(env);
  await asOwner(db, `GRANT ${right} TO ${role}`);
  const grants = found.find(({ about }) => about === "Grants");
  expect(grants).toMatchObject({ level: "fail", text: expect.stringContaining(named) });
  expect(levels(await checkDatabase(env))).not.toContain("Grants fail");
});

test("the doctor reports a DATA_KEY that differs from that of the stored data, or is missing", async () => {
  const keyed = { ...env, DATA_KEY: "k".repeat(40) };
  const keyOf = (changes: Partial<typeof env>) => levelOf("Data key", changes);
  await storeDataKeyCheck(db, createSecretBox(listDataSecrets(keyed)));
  // A later start keeps what the first one stored.
  await storeDataKeyCheck(db, createSecretBox(listDataSecrets(env)));
  expect(await keyOf(keyed)).toBe("ok");
  expect(await keyOf({ DATA_KEY: undefined })).toBe("fail");
  expect(await keyOf({ DATA_KEY: "x".repeat(40) })).toBe("fail");
  const answer = await send(port, { path: "/readiness" });
  expect(answer).toMatchObject({ status: 503 });
  expect(answer.body).toContain("dataKey: not the key of the stored data\n");
  await onServer(ownerUrlOf(env.DATABASE_URL), (client) => client.query("DELETE FROM data_key_checks"));
});

test("the doctor reports a two-person rule that differs between the database and PAYOUT_TWO_PEOPLE", async () => {
  const ownerUrl = ownerUrlOf(env.DATABASE_URL);
  const found = (set: boolean) => levelOf("Two people", { PAYOUT_TWO_PEOPLE: set });
  expect(await found(true)).toBe("fail");
  await requireTwoPeople(ownerUrl, true);
  expect([await found(true), await found(false)]).toEqual(["ok", "warn"]);
  await requireTwoPeople(ownerUrl, false);
});

test("the doctor reports a wrong password of the owner, and another role", async () => {
  const ownerUrl = ownerUrlOf(env.DATABASE_URL);
  expect(await checkOwner(env)).toEqual([]);
  expect(levels(await checkOwner({ ...env, DATABASE_OWNER_URL: ownerUrl }))).toEqual(["Owner ok"]);
  expect(levels(await checkOwner({ ...env, DATABASE_OWNER_URL: env.DATABASE_URL }))).toEqual(["Owner fail"]);
  const wrong = new URL(env.DATABASE_URL);
  wrong.password = "wrong";
  expect(await checkOwner({ ...env, DATABASE_OWNER_URL: wrong.href })).toMatchObject([
    { level: "fail", text: expect.stringContaining("set DATABASE_OWNER_URL to the present password") },
  ]);
});

describe("the doctor's check of the site", () => {
  test("passes for this product, and fails if a header can forge the client's address", async () => {
    const here = { ...env, APP_URL: `http://localhost:${port}`, PORT: port };
    const found = await checkSite(here);
    expect(levels(found)).toEqual(["Port ok", "Site ok", "Proxy ok", "Uploads ok"]);
    // One hop too many would let the header choose the address.
    const trusting = await checkSite({ ...here, TRUSTED_PROXY_HOPS: 1 });
    expect(trusting.find(({ about }) => about === "Proxy")).toMatchObject({
      level: "fail",
      text: expect.stringContaining("Set it to 0"),
    });
  });

  test.each([
    ["limits bodies", (res: ServerResponse) => res.writeHead(413).end(), "client_max_body_size 600m"],
    ["buffers bodies", () => {}, "proxy_request_buffering off"],
  ])("fails behind a proxy that %s", async (_, answerForm, advice) => {
    const proxy = createServer((req, res) => {
      if (req.method === "POST") return answerForm(res);
      fetch(`http://127.0.0.1:${port}${req.url}`, { headers: req.headers as Record<string, string> }).then(
        async (answer) =>
          res.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text()),
      );
    });
    const at = await listen(proxy);
    const found = await checkSite({ ...env, APP_URL: `http://127.0.0.1:${at}`, PORT: 0 });
    await closeServer(proxy);
    expect(found.at(-1)).toMatchObject({ about: "Uploads", level: "fail" });
    expect(found.at(-1)?.text).toContain(advice);
  });

  test("names a clock that is off, and no other program, if the server's time differs", async () => {
    const later = createServer((_, res) => {
      res.setHeader("Date", new Date(Date.now() + 3_600_000).toUTCString()).end();
    });
    const at = await listen(later);
    const found = await checkSite({ ...env, APP_URL: `http://127.0.0.1:${at}`, PORT: at });
    await closeServer(later);
    expect(levels(found)).toEqual(["Clock fail", "Clock fail"]);
  });

  test("asks a proxy that adds no X-Forwarded-For for it, and for no other number of hops", () => {
    const silent = { client: "10.0.0.2", forwarded: "", hasProxy: true };
    expect(checkHops({ TRUSTED_PROXY_HOPS: 1 }, silent)).toMatchObject([
      { level: "fail", text: expect.stringContaining("proxy_set_header X-Forwarded-For") },
    ]);
  });

  test.each([
    [1, "9.9.9.9", "192.0.2.66, 9.9.9.9", "ok"],
    [1, "9.9.9.9", "9.9.9.9", "ok"],
    [0, "127.0.0.1", "192.0.2.66, 9.9.9.9", "fail"],
    [2, "192.0.2.66", "192.0.2.66, 9.9.9.9", "fail"],
    [1, "10.0.0.2", "192.0.2.66, 9.9.9.9, 10.0.0.2", "fail"],
    [0, "127.0.0.1", "192.0.2.66", "ok"],
    // The proxy itself: it is not among TRUSTED_PROXIES.
    [1, "172.70.1.1", "192.0.2.66, 9.9.9.9", "fail"],
  ] as const)(
    "with %i trusted proxies that report the client %s from %j is: %s",
    (hops, client, forwarded, level) => {
      expect(levels(checkHops({ TRUSTED_PROXY_HOPS: hops }, { client, forwarded }))).toEqual([
        `Proxy ${level}`,
      ]);
    },
  );
});

test("the doctor reports a port that is open to the public beside the proxies", () => {
  const at = (address: string) =>
    ({ eth0: [{ address }] }) as unknown as Parameters<typeof checkListening>[1];
  const noMetrics = { METRICS_HOST: "0.0.0.0", METRICS_PORT: 0 };
  const listening = (HOST: string | undefined, hops: number, address: string) =>
    levels(checkListening({ ...noMetrics, HOST, TRUSTED_PROXY_HOPS: hops, PORT: 3000 }, at(address)));
  expect(listening("0.0.0.0", 1, "203.0.113.5")).toEqual(["Listening warn"]);
  expect(listening("203.0.113.5", 1, "203.0.113.5")).toEqual(["Listening warn"]);
  expect(listening("10.0.0.5", 1, "203.0.113.5")).toEqual(["Listening ok"]);
  expect(listening(undefined, 1, "203.0.113.5")).toEqual(["Listening ok"]);
  expect(listening("0.0.0.0", 1, "172.17.0.2")).toEqual(["Listening ok"]);
  expect(listening(undefined, 0, "203.0.113.5")).toEqual([]);
  const noProxy = { HOST: undefined, TRUSTED_PROXY_HOPS: 0, PORT: 3000, METRICS_PORT: 9091 };
  const metrics = (METRICS_HOST: string, address: string) =>
    levels(checkListening({ ...noProxy, METRICS_HOST }, at(address)));
  expect(metrics("0.0.0.0", "203.0.113.5")).toEqual(["Metrics warn"]);
  expect(metrics("127.0.0.1", "203.0.113.5")).toEqual([]);
  expect(metrics("0.0.0.0", "172.17.0.2")).toEqual([]);
});

test("the doctor reports a backup that is missing or a day late", async () => {
  const dir = mkdtempSync(join(tmpdir(), "sabia-doctor-"));
  expect(await checkBackup({ BACKUP_DIR: undefined })).toEqual([]);
  expect(levels(await checkBackup({ BACKUP_DIR: dir }))).toEqual(["Backup warn"]);
  mkdirSync(join(dir, "1"));
  writeFileSync(join(dir, "1", "manifest.json"), '{ "madeAt": "2026-11-24T03:30:00.000Z" }');
  const levelAt = async (now: string) => levels(await checkBackup({ BACKUP_DIR: dir }, Date.parse(now)));
  expect(await levelAt("2026-11-24T12:00:00Z")).toEqual(["Backup ok"]);
  expect(await levelAt("2026-11-25T12:00:00Z")).toEqual(["Backup warn"]);
  rmSync(dir, { recursive: true });
});

test("the doctor reports a wrong webhook secret by the events that Stripe could not deliver", async () => {
  const { stripe } = world;
  const refusing = createServer((_req, res) => res.writeHead(400).end("badSignature\n"));
  const site = { ...env, APP_URL: `http://127.0.0.1:${await listen(refusing)}` };
  stripe.setWebhookUrl(`${site.APP_URL}/webhooks/stripe`);
  expect(levels(await checkStripe(site))).toEqual(["Stripe warn", "Stripe ok", "Webhooks ok"]);
  world.setTime(new Date(Date.now() - 3_600_000));
  const buyer = await makeConsumer(world);
  const checkoutId = await openCheckout(world, buyer, await makeVideo(world, await makeCreator(world)));
  await stripe.pay(checkoutId, { method: "card", outcome: "succeed" });
  await vi.waitFor(async () => expect(levels(await checkStripe(site))).toContain("Webhooks fail"));
  refusing.close();
});

test("the doctor fails if Stripe lacks the webhook endpoint", async () => {
  const found = await examine("Stripe", () => checkStripe(env));
  expect(found.at(-1)).toMatchObject({ about: "Stripe", level: "fail" });
});

test("the doctor reports programs that are not installed", async () => {
  const levelsOf = async (asked: Parameters<typeof checkPrograms>[0]) =>
    levels(await checkPrograms(asked, "/nonexistent"));
  const on = { VIDEO_LADDER: "on", BACKUP_DIR: "/backups" } as const;
  expect(await levelsOf(on)).toEqual(["ffmpeg warn", "pg_dump fail"]);
  const off = { VIDEO_LADDER: "off", BACKUP_DIR: undefined } as const;
  expect(await levelsOf(off)).toEqual(["ffmpeg ok", "pg_dump warn"]);
});

test("the doctor reports collectors of traces and errors that do not answer", async () => {
  const here = `http://127.0.0.1:${port}`;
  const away = `http://127.0.0.1:${await findFreePort()}`;
  const levelsOf = async (traces: string, errors: string) =>
    levels(await checkTelemetry({ OTEL_EXPORTER_OTLP_ENDPOINT: traces, SENTRY_DSN: errors }));
  expect(await levelsOf(here, away)).toEqual(["OTEL_EXPORTER_OTLP_ENDPOINT ok", "SENTRY_DSN fail"]);
  expect(await levelsOf(away, here)).toEqual(["OTEL_EXPORTER_OTLP_ENDPOINT fail", "SENTRY_DSN ok"]);
});

test("the doctor reports more connections than PostgreSQL accepts", async () => {
  expect(levels(await checkDatabase({ ...env, WEB_CONCURRENCY: "500" }))).toContain("Connections fail");
});

test("the doctor reports a webhook secret that Stripe does not issue", () => {
  const secretOf = (STRIPE_WEBHOOK_SECRET: string) =>
    levels(checkSettings({ ...env, STRIPE_WEBHOOK_SECRET })).filter((level) => level.startsWith("Webhooks"));
  expect(secretOf("sk_test_1")).toEqual(["Webhooks fail"]);
  expect(secretOf(`whsec_${"a1".repeat(16)}`)).toEqual([]);
});

test("a check that throws or hangs counts as failed, and the last line counts the failures", async () => {
  const hung = await examine("Mail", () => new Promise(() => {}), 20);
  const thrown = await examine("Files", () => Promise.reject(new Error("refused")));
  expect(formatFindings([...hung, ...thrown, { level: "ok", about: "Clock", text: "right" }])).toBe(
    "FAIL  Mail: no answer within 0.02 s\nFAIL  Files: Error: refused\nok    Clock: right\n\n2 failed, 0 to look at, 1 ok",
  );
});

test("a certificate of a private authority is named with its remedy, which has no effect in the environment file", async ({
  onTestFinished,
}) => {
  const dir = mkdtempSync(join(tmpdir(), "sabia-authority-"));
  const openssl = (words: string) => execFileSync("openssl", words.split(" "), { cwd: dir, stdio: "pipe" });
  const key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";
  openssl(`req -x509 ${key} -days 1 -subj /CN=Authority -out authority.pem -keyout authority.key`);
  openssl(`req ${key} -subj /CN=localhost -out site.csr -keyout site.key`);
  writeFileSync(join(dir, "names"), "subjectAltName=DNS:localhost");
  openssl(
    "x509 -req -in site.csr -CA authority.pem -CAkey authority.key -CAcreateserial -days 1 -extfile names -out site.pem",
  );
  const pem = (name: string) => readFileSync(join(dir, name));
  const server = createTlsServer({ key: pem("site.key"), cert: pem("site.pem") }, (_, res) => res.end());
  server.listen(0);
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    rmSync(dir, { recursive: true });
  });
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;

  expect(await checkSite({ ...env, APP_URL: url, PORT: 0 })).toEqual([
    { level: "fail", about: "Certificate", text: expect.stringContaining("NODE_EXTRA_CA_CERTS in the unit") },
  ]);
  const fetching = async () => {
    await fetch(url);
    return [];
  };
  expect(await examine("Files", fetching)).toEqual([
    { level: "fail", about: "Files", text: expect.stringContaining("set NODE_EXTRA_CA_CERTS") },
  ]);

  const variable = { NODE_EXTRA_CA_CERTS: join(dir, "authority.pem") };
  writeFileSync(join(dir, "env"), `NODE_EXTRA_CA_CERTS=${variable.NODE_EXTRA_CA_CERTS}`);
  const node = (words: string[], variables: Record<string, string>) =>
    promisify(execFile)(process.execPath, [...words, "-e", `fetch("${url}").then(() => {})`], {
      env: { ...process.env, ...variables },
    });
  await node([], variable);
  await expect(node([`--env-file=${join(dir, "env")}`], {})).rejects.toThrow("fetch failed");
});
