/** How many statements the busiest pages and a buyer's journey send to PostgreSQL, on the demo data. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createDatabase } from "~/platform/db.server";
import { startWorker } from "~/server/worker.server";
import { fillShop } from "../../dev/demo/add-demo-data";
import { demoAdmin, demoCreators, demoLearners, demoPassword } from "../../dev/demo/people";
import { signWebhook } from "../../dev/stripe/webhooks";
import { Browser, send } from "../support/browser";
import { demoPayments } from "../support/demo-payments";
import { startHttpApp } from "../support/http-app";
import { openMailbox } from "../support/mails";
import { signIn } from "../support/people";
import { salesAddress } from "../support/sales-address";
import { readRow } from "../support/tables";
import { startTestWorld } from "../support/test-services";

const mailbox = await openMailbox();
const world = await startTestWorld((databaseUrl) => ({
  TRUSTED_PROXY_HOPS: "1",
  ADMIN_SECOND_FACTOR: "never",
  SMTP_URL: mailbox.smtpUrl,
  // A pool of its own, whose statements are not the requests'.
  DATABASE_DIRECT_URL: databaseUrl,
}));
afterAll(() => world.services.jobPool.end());
const { port } = await startHttpApp(world);
const { db } = world.services;
/** Its statements are not recorded. */
const jobDb = createDatabase(world.services.jobPool);

type Who = "anonymous" | "learner" | "creator" | "admin";

let scene: { videoId: string; address: string };
const cookies: Record<Who, string> = { anonymous: "", learner: "", creator: "", admin: "" };
/** A video that the learner has not bought. */
let otherVideoId = "";

beforeAll(async () => {
  await fillShop(world.services, demoPayments(world));
  const idOf = async ({ email }: { email: string }) => (await readRow(db, "users", { email }, "id")).id;
  const learner = await idOf(demoLearners[0]);
  const sale = await db
    .selectFrom("sales")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .select(["video_id", "videos.creator_id"])
    .where("consumer_id", "=", learner)
    .where("status", "=", "completed")
    .where("videos.creator_id", "=", await idOf(demoCreators[0]))
    .orderBy("videos.created_at")
    .executeTakeFirstOrThrow();
  scene = { videoId: sale.video_id, address: (await salesAddress(db, sale.video_id)).params.videoId };
  cookies.learner = await signIn(world, learner);
  cookies.creator = await signIn(world, sale.creator_id);
  cookies.admin = await signIn(world, await idOf(demoAdmin));
  const other = await db
    .selectFrom("videos")
    .select("id")
    .where("id", "not in", (query) =>
      query.selectFrom("sales").select("video_id").where("consumer_id", "=", learner),
    )
    .orderBy("created_at")
    .executeTakeFirstOrThrow();
  otherVideoId = other.id;
});

const browserOf = (who: Who) => new Browser({ port, cookie: cookies[who] });

/** The texts of the statements, BEGIN and COMMIT included, while a list is here. */
let sent: string[] | undefined;
world.services.pool.on("connect", (client) => {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]) => {
    const [statement] = given;
    sent?.push(typeof statement === "string" ? statement : String((statement as { text?: unknown }).text));
    return query(...given);
  }) as typeof client.query;
});

/** Returns what `work` sends. */
async function record(work: () => Promise<unknown>): Promise<string[]> {
  sent = [];
  try {
    await work();
    return sent;
  } finally {
    sent = undefined;
  }
}

/** Fails over the ceiling, with the statements. A change that needs more raises the number and says why. */
function expectAtMost(ceiling: number, texts: readonly string[]): void {
  const listed = texts.map((text, at) => `${at + 1}. ${text.replace(/\s+/g, " ").trim().slice(0, 400)}`);
  expect(texts.length, `the statements:\n${listed.join("\n")}\n`).toBeLessThanOrEqual(ceiling);
}

test.each<[number, Who, () => string]>([
  // The band of courses.
  [4, "anonymous", () => "/marketplace"],
  // What is begun, and of the list and of the courses what the learner has, which comes last.
  [9, "learner", () => "/marketplace"],
  [7, "learner", () => "/marketplace?q=pao"],
  // The questions before buying.
  [4, "anonymous", () => `/videos/${scene.address}`],
  [7, "learner", () => `/videos/${scene.address}`],
  // Notes, announcements, whether the learner follows.
  [12, "learner", () => `/watch/${scene.videoId}`],
  // Announcements.
  [5, "learner", () => "/purchases"],
  [4, "creator", () => "/creator/videos"],
  [9, "creator", () => "/creator/dashboard"],
  [6, "creator", () => "/creator/payments"],
  [6, "admin", () => "/admin/dashboard"],
])("at most %d statements for the %s who opens page %#", async (ceiling, who, path) => {
  const browser = browserOf(who);
  // The first answer may load what is loaded once.
  await browser.get(path());
  const texts = await record(async () => expect((await browser.get(path())).status).toBe(200));
  expectAtMost(ceiling, texts);
});

test("at most 4 statements for a sign-in with a password on a known browser", async () => {
  // As a browser that has signed in before.
  const browser = browserOf("anonymous");
  const form = { intent: "login", email: demoLearners[0].email, password: demoPassword };
  const sendForm = () => browser.post("/consumer-login", form);
  expect((await sendForm()).status).toBe(303);
  browser.cookies.forEach((_, name) => {
    if (name.includes("session")) browser.cookies.delete(name);
  });
  const texts = await record(async () =>
    expect(await sendForm()).toMatchObject({ status: 303, location: "/marketplace" }),
  );
  expectAtMost(4, texts);
});

async function deliver(body: string): Promise<void> {
  const at = Math.floor(world.services.clock().getTime() / 1000);
  const signature = signWebhook(body, world.services.env.STRIPE_WEBHOOK_SECRET ?? "", at);
  const headers = { "Content-Type": "application/json", "Stripe-Signature": signature };
  const reply = await send(port, { method: "POST", path: "/webhooks/stripe", body, headers });
  expect(reply.status).toBe(200);
}

/** Runs the queue until no job is due. */
async function runDueJobs(): Promise<void> {
  const worker = await startWorker(world.services);
  try {
    await vi.waitFor(
      async () => {
        const due = await jobDb
          .selectFrom(sql<{ run_at: Date }>`graphile_worker._private_jobs`.as("jobs"))
          .select("run_at")
          .where("run_at", "<=", sql<Date>`now()`)
          .execute();
        expect(due).toEqual([]);
      },
      { timeout: 30_000, interval: 20 },
    );
  } finally {
    await worker.stop();
  }
}

test("at most 9 statements for a checkout, and 28 for a card payment with its webhooks and jobs", async () => {
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(jobDb);
  const browser = browserOf("learner");
  let sessionId = "";
  const checkout = await record(async () => {
    const begun = await browser.post(`/videos/${otherVideoId}/checkout`);
    expect(begun.status).toBe(303);
    sessionId = begun.location?.split("/").at(-1) ?? "";
  });
  expectAtMost(9, checkout);
  const before = world.stripe.events().length;
  expect(await world.stripe.pay(sessionId, { method: "card", outcome: "succeed" })).toMatchObject({
    ok: true,
  });
  const events = world.stripe.events().slice(before);
  expect(events.length).toBeGreaterThan(1);
  const texts: string[] = [];
  for (const { body } of events) texts.push(...(await record(() => deliver(body))));
  texts.push(...(await record(runDueJobs)).filter((text) => !/\bjob_runners\b/.test(text)));
  expectAtMost(28, texts);
  const { status } = await readRow(db, "sales", { provider_checkout_id: sessionId }, "status");
  expect(status).toBe("completed");
});

test("at most 2 statements for a position", async () => {
  const texts = await record(async () => {
    const reply = await browserOf("learner").post(`/watch/${scene.videoId}/position`, { seconds: "90" });
    expect(reply.status).toBe(204);
  });
  expectAtMost(2, texts);
});
