/**
 * How many statements each request sends to PostgreSQL, and how many of them wait for one another: on a database 50 ms
 * away, that is the time of the answer. Every route of the route table, and the journeys of a buyer, on the demo data.
 */

import { appendFileSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createDatabase } from "~/platform/db.server";
import { startWorker } from "~/server/worker.server";
import { fillShop } from "../../../dev/demo/add-demo-data";
import { demoAdmin, demoCreators, demoLearners, demoPassword } from "../../../dev/demo/people";
import { startMailbox } from "../../../dev/mailbox/start-mailbox";
import { signWebhook } from "../../../dev/stripe/webhook-signature";
import { Browser, type Reply, send } from "../../support/browser";
import { startHttpApp } from "../../support/http-app";
import { deliverEvents, signIn } from "../../support/people";
import { addPreparedPayout } from "../../support/rows";
import { salesAddress } from "../../support/sales-address";
import { startTestWorld } from "../../support/test-services";
import { type Person, routeTable } from "../route-table";
import { fillIds, type Scene } from "../route-table-scene";
import { StatementRecorder } from "./statement-recorder";
import { type Allowed, describeStatements, readTable, writeTable } from "./statement-table";

const mailbox = await startMailbox();
afterAll(() => mailbox.close());
const world = await startTestWorld((databaseUrl) => ({
  TRUSTED_PROXY_HOPS: "1",
  ADMIN_SECOND_FACTOR: "never",
  SMTP_URL: mailbox.smtpUrl,
  // A pool of its own, whose statements are not the requests'.
  DATABASE_DIRECT_URL: databaseUrl,
}));
afterAll(() => world.services.jobPool.end());
const recorder = new StatementRecorder(world.services.pool);
const { port } = await startHttpApp(world);
const { db } = world.services;
/** Its statements are not recorded. */
const jobDb = createDatabase(world.services.jobPool);

type Who = "anonymous" | "learner" | "creator" | "admin";

/** Who reads a page, by the person of the route table that they are in the demo. */
const readers: [Who, Person][] = [
  ["anonymous", "anonymous"],
  ["learner", "consumer whose sale is completed"],
  ["creator", "owner"],
  ["admin", "admin"],
];

let scene: Scene;
const cookies: Record<Who, string> = { anonymous: "", learner: "", creator: "", admin: "" };
/** A video that the learner has not bought. */
let otherVideoId = "";

beforeAll(async () => {
  await fillShop(world.services, {
    sessions: () => world.stripe.sessions(),
    setBehind: (milliseconds) => world.stripe.setBehind(milliseconds),
    pay: async (sessionId, attempt) => {
      const paid = await world.stripe.pay(sessionId, attempt);
      await deliverEvents(world, sessionId);
      return paid;
    },
  });
  const idOf = async ({ email }: { email: string }) =>
    (await db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow()).id;
  const learner = await idOf(demoLearners[0]);
  const admin = await idOf(demoAdmin);
  const sale = await db
    .selectFrom("sales")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .innerJoin("creator_profiles", "creator_profiles.user_id", "videos.creator_id")
    .select(["sales.id", "video_id", "videos.creator_id", "handle", "provider_checkout_id"])
    .where("consumer_id", "=", learner)
    .where("status", "=", "completed")
    .where("videos.creator_id", "=", await idOf(demoCreators[0]))
    .orderBy("videos.created_at")
    .executeTakeFirstOrThrow();
  const review = await db.selectFrom("reviews").select("id").executeTakeFirstOrThrow();
  const question = await db.selectFrom("question_posts").select("id").executeTakeFirstOrThrow();
  scene = {
    videoId: sale.video_id,
    address: (await salesAddress(db, sale.video_id)).params.videoId,
    saleId: sale.id,
    checkoutId: sale.provider_checkout_id ?? "",
    handle: sale.handle,
    reviewId: review.id,
    questionId: question.id,
    ...(await addPreparedPayout(db, { creatorId: sale.creator_id, adminId: admin })),
    userIds: { owner: sale.creator_id, "consumer whose sale is completed": learner },
  };
  cookies.learner = await signIn(world, learner);
  cookies.creator = await signIn(world, sale.creator_id);
  cookies.admin = await signIn(world, admin);
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

const allowed = readTable();
const measured = new Map<string, Allowed>();
/** Gets the texts of all statements, if it is set. */
const listFile = process.env.SABIA_LIST_STATEMENTS;
const writes = Boolean(process.env.SABIA_WRITE_STATEMENTS);
afterAll(() => {
  if (writes) writeTable(measured);
});

/** Compares what was sent with the table. Names the statements of a request that sends more. */
function compare(request: string, { texts, chain }: { texts: string[]; chain: number }): void {
  measured.set(request, { statements: texts.length, chain });
  if (listFile) appendFileSync(listFile, `\n${request}\n${describeStatements(texts)}\n`);
  if (writes) return;
  const limit = allowed.get(request);
  if (!limit)
    throw new Error(`not in the table: ${request}, ${texts.length} statements, ${chain} in a chain`);
  const sent = describeStatements(texts);
  expect(texts.length, `statements of "${request}":\n${sent}\n`).toBeLessThanOrEqual(limit.statements);
  expect(chain, `the chain of "${request}" among:\n${sent}\n`).toBeLessThanOrEqual(limit.chain);
}

const browserOf = (who: Who) => new Browser({ port, cookie: cookies[who] });

/** Records a request, and returns its response. */
async function measure(request: string, work: () => Promise<Reply>): Promise<Reply> {
  const { result, ...recorded } = await recorder.record(work);
  compare(request, recorded);
  return result;
}

/**
 * A page counts for anonymous visitors and for the first signed-in person who is shown it; a redirect for the first of
 * all.
 */
function readersOf(read: Record<Person, string>): Who[] {
  const shown = readers.filter(([, person]) => !read[person].startsWith("→") && read[person] !== "404");
  const [first = readers[0]] = shown;
  const signedIn = shown.find(([who]) => who !== "anonymous");
  return [...new Set([first, signedIn].flatMap((reader) => (reader ? [reader[0]] : [])))];
}

test.each(Object.entries(routeTable))("%s sends no more statements than the table says", async (_, row) => {
  for (const who of readersOf(row.read)) {
    const path = `/${fillIds(row.path, scene)}`;
    const browser = browserOf(who);
    // The first answer may load what is loaded once.
    await browser.get(path);
    const reply = await measure(`GET /${row.path}, ${who}`, () => browser.get(path));
    expect(reply.status, path).toBeLessThan(500);
  }
});

test("a search sends no more statements than the table says", async () => {
  const path = "/marketplace?q=pao";
  const browser = browserOf("learner");
  await browser.get(path);
  const reply = await measure(`GET ${path}, learner`, () => browser.get(path));
  expect(reply.status).toBe(200);
});

test("a sign-in with a password sends no more statements than the table says", async () => {
  // As a browser that has signed in before.
  const browser = browserOf("anonymous");
  const form = { intent: "login", email: demoLearners[0].email, password: demoPassword };
  const sendForm = () => browser.post("/consumer-login", form);
  expect((await sendForm()).status).toBe(303);
  browser.cookies.forEach((_, name) => {
    if (name.includes("session")) browser.cookies.delete(name);
  });
  const reply = await measure("POST /consumer-login, sign-in on a known browser", sendForm);
  expect(reply).toMatchObject({ status: 303, location: "/marketplace" });
});

test("a sign-up sends no more statements than the table says", async () => {
  const form = {
    intent: "signup",
    fullName: "Nova Aluna",
    email: "nova@example.com",
    password: "battery staple",
  };
  const reply = await measure("POST /consumer-login, sign-up", () =>
    browserOf("anonymous").post("/consumer-login?tab=signup", form),
  );
  expect(reply).toMatchObject({ status: 303, location: "/marketplace" });
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

const isRunners = (text: string) => /\bjob_runners\b/.test(text);

test("a checkout and a card payment with its webhooks and jobs send no more statements than the table says", async () => {
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(jobDb);
  const browser = browserOf("learner");
  const begun = await measure("POST /videos/{video}/checkout, learner", () =>
    browser.post(`/videos/${otherVideoId}/checkout`),
  );
  expect(begun.status).toBe(303);
  const sessionId = begun.location?.split("/").at(-1) ?? "";
  const before = world.stripe.events().length;
  expect(await world.stripe.pay(sessionId, { method: "card", outcome: "succeed" })).toMatchObject({
    ok: true,
  });
  const events = world.stripe.events().slice(before);
  expect(events.length).toBeGreaterThan(1);
  const recordings = [];
  for (const { body } of events) recordings.push(await recorder.record(() => deliver(body)));
  recordings.push(await recorder.record(runDueJobs));
  compare("a card payment, all webhooks and jobs", {
    texts: recordings.flatMap(({ texts }) => texts.filter((text) => !isRunners(text))),
    chain: recordings.reduce((sum, { chain }) => sum + chain, 0),
  });
  const { status } = await db
    .selectFrom("sales")
    .select("status")
    .where("provider_checkout_id", "=", sessionId)
    .executeTakeFirstOrThrow();
  expect(status).toBe("completed");
});

test("a position sends no more statements than the table says", async () => {
  const reply = await measure("POST /watch/{video}/position, learner", () =>
    browserOf("learner").post(`/watch/${scene.videoId}/position`, { seconds: "90" }),
  );
  expect(reply.status).toBe(204);
});

test("the table has no request that is not measured", () => {
  expect([...(writes ? [] : allowed.keys())].filter((request) => !measured.has(request))).toEqual([]);
});
