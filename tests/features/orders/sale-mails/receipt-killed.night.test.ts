/** The server dies by SIGKILL between a payment's webhook and its receipt. Started again, the buyer has exactly one. */
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { SMTPServer, type SMTPServerDataStream } from "smtp-server";
import { afterAll, expect, test, vi } from "vitest";
import { insertMail, setMailChoice } from "~/features/mail/outbox/mails.queries.server";
import { parseMessage } from "../../../../dev/mailbox/message";
import { signWebhook } from "../../../../dev/stripe/webhook-signature";
import { pay, watchEvents } from "../../../support/payment-scene";
import { makeCreator, makeVideo, readClip } from "../../../support/people";
import { startTestWorld } from "../../../support/test-services";
import { startMortalServer } from "../../studio/uploads/server-process";

// The server restarts several times, on shared cores.
vi.setConfig({ testTimeout: 240_000 });

/**
 * When the server is killed: at a step of the mail's delivery, or a number of milliseconds after the webhook is
 * sent.
 */
const steps = ["connect", "sender", "recipient", "data", "received", "accepted"] as const;
type Step = (typeof steps)[number];

const deathsTried: (Step | number)[][] = [
  ...[0, 25, 100, 2_000].map((ms) => [ms]),
  ...steps.map((step) => [step]),
  ["recipient", "recipient"],
  [20, "connect", "accepted"],
];

const received: { to: string[]; subject: string; messageId: string }[] = [];
/** The steps of the next deaths. */
let deaths: (Step | number)[] = [];
let restarted = Promise.resolve();

const smtp = new SMTPServer({
  disabledCommands: ["AUTH", "STARTTLS"],
  authOptional: true,
  disableReverseLookup: true,
  onConnect: (_, done) => dieAt("connect", done),
  onMailFrom: (_, __, done) => dieAt("sender", done),
  onRcptTo: (_, __, done) => dieAt("recipient", done),
  onData: (stream, session, done) => {
    // The connection ends with the killed process; the end of the mail then never comes.
    dieAt("data", () => {});
    const to = session.envelope.rcptTo.map(({ address }) => address);
    keep(stream, to).then(() => {
      dieAt("received", () => {});
      done();
      dieAt("accepted", () => {});
    }, done);
  },
});
smtp.on("error", () => undefined);
await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
afterAll(() => new Promise<void>((resolve) => smtp.close(resolve)));

async function keep(stream: SMTPServerDataStream, to: string[]): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const raw = Buffer.concat(chunks);
  const { subject } = await parseMessage(raw, { from: "", to });
  const messageId = /^Message-ID: (.*)$/im.exec(raw.toString("latin1"))?.[1]?.trim() ?? "";
  received.push({ to, subject, messageId });
}

const { port } = smtp.server.address() as AddressInfo;
const world = await startTestWorld({ SMTP_URL: `smtp://127.0.0.1:${port}` });
const { services } = world;
const { db } = services;
const server = await startMortalServer(world);
const creator = await makeCreator(world);
const videoId = await makeVideo(world, creator, {}, readClip());
// The creator gets no mail, so that each connection is a receipt's.
await setMailChoice(db, { userId: creator.userId, choice: "sales", value: "none" });
await insertMail(db, {
  kind: "firstSale",
  key: `firstSale:${creator.userId}`,
  to: { userId: creator.userId },
  sendAt: new Date(Date.now() + 24 * 60 * 60_000),
});

/** Waits until the mails of registrations are sent. */
async function passConfirmations(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await sql`
        SELECT FROM graphile_worker.jobs WHERE task_identifier = 'send-confirmation-mail'`.execute(db);
      expect(rows).toHaveLength(0);
    },
    { timeout: 60_000, interval: 100 },
  );
}

function dieAt(step: Step, done: () => void): void {
  if (deaths[0] === step) die();
  done();
}

/** Kills the server now; it is started again, after which the next death may come. */
function die(): void {
  const [, ...later] = deaths;
  deaths = [];
  restarted = server.killAndRestart().then(async () => {
    deaths = later;
    await dieInTime();
  });
}

async function dieInTime(): Promise<void> {
  const [delay] = deaths;
  if (typeof delay !== "number") return;
  await new Promise((resolve) => setTimeout(resolve, delay));
  die();
}

async function webhook(body: string): Promise<boolean> {
  const secret = services.env.STRIPE_WEBHOOK_SECRET ?? "";
  const signature = signWebhook(body, secret, Math.floor(Date.now() / 1000));
  const headers = { "Stripe-Signature": signature, "Content-Type": "application/json" };
  const answer = fetch(`${server.origin}/webhooks/stripe`, { method: "POST", headers, body });
  return answer.then(
    ({ ok }) => ok,
    () => false,
  );
}

const tried = deathsTried.map((points) => ({
  name: points.join(", then "),
  points,
}));

test.each(tried)("a receipt is sent once if the process is killed at $name", async ({ points }) => {
  const announced = watchEvents(world);
  const { saleId, buyer } = await pay(world, { videoId, creatorId: creator.userId });
  const bodies = announced().map(({ body }) => body);
  await passConfirmations();
  deaths = points;
  const dying = dieInTime();
  for (const body of bodies)
    for (let tries = 0; !(await webhook(body)); tries += 1) {
      expect(tries).toBeLessThan(60);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  await dying;
  const mail = await vi.waitFor(
    async () => {
      await restarted;
      const rows = await db.selectFrom("mails").selectAll().where("key", "=", `receipt:${saleId}`).execute();
      expect(rows).toMatchObject([{ status: expect.stringMatching(/^(sent|unconfirmed)$/) }]);
      expect(deaths).toEqual([]);
      return rows[0];
    },
    { timeout: 200_000, interval: 250 },
  );
  const receipts = received.filter(({ to, subject }) => to.includes(buyer.email) && /^Recibo/.test(subject));
  expect(receipts).toMatchObject([{ messageId: `<${mail?.id}@localhost>` }]);
});
