import { expect, test } from "vitest";
import { insertUser } from "~/features/base/accounts/accounts.queries.server";
import { checkPassword } from "~/features/entrance/sign-in/sign-in.server";
import { Browser, send } from "../../../support/browser";
import { startMortalServer } from "../../../support/server-process";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld({ TRUSTED_PROXY_HOPS: "1" });
const { db, passwords } = world.services;
const password = "correct horse";
const passwordHash = await passwords.hash(password);
const email = (at: number) => `crowd-${at}@example.com`;

/** Creates accounts with one password, hashed once. */
async function makeCrowd(count: number): Promise<void> {
  for (let at = 0; at < count; at++) await insertUser(db, { email: email(at), passwordHash });
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const logins = 300;

test(`${logins} logins at once do not keep the landing page waiting`, { timeout: 300_000 }, async () => {
  await makeCrowd(logins);
  const { port, origin } = await startMortalServer(world);
  let visits = 0;
  let running = true;
  const visit = async () => {
    while (running) {
      const page = await send(port, { path: "/" }, new URL(origin).host);
      visits += 1;
      expect(page.status).toBe(200);
    }
  };
  const visitors = [visit(), visit()];
  const statuses = await Promise.all(
    Array.from({ length: logins }, async (_, at) => {
      const browser = new Browser({ port, origin });
      return (await browser.post("/consumer-login", { intent: "login", email: email(at), password })).status;
    }),
  );
  running = false;
  await Promise.all(visitors);
  // What a busy machine cannot answer within a request's deadline is refused, never kept waiting.
  expect(statuses.filter((status) => status !== 303 && status !== 503)).toEqual([]);
  expect(statuses.filter((status) => status === 303).length).toBeGreaterThan(logins / 4);
  expect(visits).toBeGreaterThan(10);
});

test("a known and an unknown e-mail take the same time in 1,000 attempts", {
  timeout: 600_000,
}, async () => {
  const rounds = 1_000;
  await makeCrowd(rounds);
  const took = { known: [] as number[], unknown: [] as number[] };
  const time = async (kind: keyof typeof took, at: number) => {
    const form = { email: kind === "known" ? email(at) : `nobody-${at}@example.com`, password: "wrong" };
    const start = performance.now();
    const checked = await checkPassword(world.services, form, {
      clientAddress: `10.${kind.length}.${at >> 8}.${at & 255}`,
    });
    took[kind].push(performance.now() - start);
    expect(checked).toEqual({ ok: false, error: "wrong" });
  };
  for (let at = -20; at < rounds; at++) {
    const order = at % 2 ? (["known", "unknown"] as const) : (["unknown", "known"] as const);
    for (const kind of order) await time(kind, at < 0 ? rounds + at : at);
    // The first round is a warm-up.
    if (at === -1) took.known.length = took.unknown.length = 0;
  }
  const [known, unknown] = [median(took.known), median(took.unknown)];
  const gap = Math.abs(known - unknown) / Math.max(known, unknown);
  console.log(
    `Median over ${rounds}: known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms, gap ${(gap * 100).toFixed(2)} %`,
  );
  expect(gap).toBeLessThan(0.05);
});
