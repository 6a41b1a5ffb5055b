/** The outbox: a mail is stored in the transaction of what it is about, and sent once. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, inject, test } from "vitest";
import type { MailWriters } from "~/features/base/mail/mail-parts";
import { type Mail, postMail } from "~/features/base/mail/post-mail.server";
import { requeueMails, sendMail } from "~/features/base/mail/send-mail.server";
import { type Mailer, MailRefused } from "~/integrations/mail/mail";
import { createSmtpMailer } from "~/integrations/mail/smtp.server";
import { openDatabaseLine } from "../../../support/database-line";
import { listJobs } from "../../../support/jobs";
import { openMailbox } from "../../../support/mails";
import { addUser } from "../../../support/rows";
import { readRow, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const mailbox = await openMailbox();
const line = await openDatabaseLine(inject("postgresUrl"));
const world = await startTestWorld((url) => ({ DATABASE_URL: line.through(url), SMTP_URL: mailbox.smtpUrl }));
afterAll(line.close);
const { services } = world;
const { db } = services;
const real = services.mailer as Mailer;

beforeEach(() => mailbox.clear());

const receipt: MailWriters["receipt"] = async ({ facts }, { texts: { locale } }) =>
  facts.skip ? undefined : { locale, subject: `Assunto ${locale}`, paragraphs: ["Oi"] };
const writers = { receipt } as MailWriters;

async function post(mail: Partial<Mail> = {}): Promise<string> {
  const key = randomUUID();
  const to = { userId: await addUser(db, `${key}@example.com`) };
  await db.transaction().execute((trx) => postMail(trx, { kind: "receipt", key, to, ...mail }));
  const { id } = await readRow(db, "mails", { key: mail.key ?? key }, "id");
  return id;
}

const find = (id: string) => readRow(db, "mails", { id });
const send = (mailId: string, mailer: Mailer | undefined = real) =>
  sendMail({ ...services, mailer }, writers, { mailId });
const jobsOf = (id: string) => listJobs(db, { about: `mail:${id}` });

test("a mail exists only if its transaction commits, and once per key", async () => {
  const key = randomUUID();
  const to = { userId: await addUser(db) };
  const undone = db.transaction().execute(async (trx) => {
    await postMail(trx, { kind: "receipt", key, to });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await postMail(db, { kind: "receipt", key, to })).toBe(true);
  expect(await postMail(db, { kind: "receipt", key, to })).toBe(false);
  const rows = await readRows(db, "mails", { key }, "id");
  expect(rows).toHaveLength(1);
  expect(await jobsOf(rows[0]?.id ?? "")).toHaveLength(1);
});

test("a mail is sent once to the person's current address in their language", async () => {
  const id = await post();
  const { user_id } = await find(id);
  await setRows(db, "users", { id: user_id ?? "" }, { email: "new@example.com", locale: "en" });
  await Promise.all([send(id), send(id)]);
  await send(id);
  expect(mailbox.messages()).toMatchObject([{ to: ["new@example.com"], subject: "Assunto en" }]);
  expect(await find(id)).toMatchObject({ status: "sent", sent_to: "new@example.com", failure: null });
});

test("a mail is skipped if its reason has ceased", async () => {
  const id = await post({ facts: { skip: true } });
  await send(id);
  expect(mailbox.messages()).toEqual([]);
  expect(await find(id)).toMatchObject({ status: "skipped", sent_to: null });
});

/** Returns the URL of the mailbox behind a connection that breaks once it has accepted a mail, before it says so. */
async function startBreakingConnection(): Promise<string> {
  const server = createServer((client) => {
    const behind = connect(Number(new URL(mailbox.smtpUrl).port), "127.0.0.1");
    let tail = "";
    client.on("data", (bytes) => {
      tail = (tail + bytes.toString("latin1")).slice(-5);
      behind.write(bytes);
    });
    behind.on("data", (bytes) => (tail === "\r\n.\r\n" ? client.destroy() : client.write(bytes)));
    for (const socket of [client, behind]) socket.on("error", () => {});
    client.on("close", () => behind.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => void server.close());
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const expectUnconfirmed = async (id: string) => {
  await expect.poll(() => mailbox.messages().length).toBe(1);
  await send(id);
  expect(mailbox.messages()).toHaveLength(1);
  expect(await find(id)).toMatchObject({ status: "unconfirmed" });
};

test("a process killed after the hand-over sends no second mail", async () => {
  const id = await post();
  void send(id, { send: (...mail) => real.send(...mail).then(() => new Promise(() => {})) });
  await expectUnconfirmed(id);
});

test("a connection lost after the hand-over sends no second mail", async () => {
  const id = await post();
  const url = await startBreakingConnection();
  await send(id, createSmtpMailer({ url, from: "sabia@example.com" })).catch(() => {});
  await expectUnconfirmed(id);
});

test("a mail whose note outlived a failing database is sent once the database is back", async () => {
  const id = await post();
  let back: Promise<void> | undefined;
  // As when the database has the note, and its answer is lost.
  const interrupted: Mailer = {
    async send(_, options) {
      await options?.beforeHandOver?.();
      await line.cut();
      back = sleep(1_500).then(line.mend);
      throw new Error("Connection terminated unexpectedly");
    },
  };
  await expect(send(id, interrupted)).rejects.toThrow("Connection terminated");
  await back;
  expect(await find(id)).toMatchObject({ status: "waiting", handed_over_at: null });
  await send(id);
  expect(await find(id)).toMatchObject({ status: "sent" });
  expect(mailbox.messages()).toHaveLength(1);
});

test("a mail waits for a mail server that is away, with the reason", async () => {
  const id = await post();
  const away: Mailer = { send: () => Promise.reject(new Error("connect ECONNREFUSED")) };
  for (let tries = 0; tries < 3; tries += 1) await expect(send(id, away)).rejects.toThrow("ECONNREFUSED");
  expect(await find(id)).toMatchObject({
    status: "waiting",
    handed_over_at: null,
    failure: expect.stringContaining("ECONNREFUSED"),
  });
  await send(id);
  expect(await find(id)).toMatchObject({ status: "sent", failure: null });
  expect(mailbox.messages()).toHaveLength(1);
});

test("a rejected address ends a mail, with the server's reply", async () => {
  const id = await post();
  const refusing: Mailer = { send: async () => Promise.reject(new MailRefused("550 no such user")) };
  await send(id, refusing);
  expect(await find(id)).toMatchObject({ status: "refused", failure: "550 no such user" });
  await send(id);
  expect(mailbox.messages()).toEqual([]);
});

test("a mail whose job was given up is queued again; after two weeks it is given up", async () => {
  const [lost, old] = [await post(), await post()];
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(db);
  const now = services.clock().getTime();
  const hours = (count: number) => new Date(now - count * 3_600_000);
  await setRows(db, "mails", { id: lost }, { send_at: hours(2) });
  await setRows(db, "mails", { id: old }, { send_at: hours(15 * 24) });
  await requeueMails(services);
  expect(await jobsOf(lost)).toHaveLength(1);
  expect(await jobsOf(old)).toHaveLength(0);
  expect(await find(old)).toMatchObject({ status: "refused", failure: "not sent in time" });
});
