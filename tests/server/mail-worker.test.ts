/** The part of the queue that sends mails. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, expect, test, vi } from "vitest";
import { postMail } from "~/features/base/mail/post-mail.server";
import type { Mailer } from "~/integrations/mail/mail";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import { startWorker } from "~/server/worker.server";
import { addUser } from "../support/rows";
import { readRows } from "../support/tables";
import { startTestWorld } from "../support/test-services";

const { services } = await startTestWorld();
const { db } = services;

let held = 0;
let answer = () => {};
const answered = new Promise<void>((resolve) => (answer = resolve));
/** A mail server that accepts nothing until it is told to. */
const mailer: Mailer = {
  send: async () => {
    held += 1;
    await answered;
  },
};
const worker = await startWorker({ ...services, mailer });
afterAll(() => worker.stop());

const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 20 });

test("a hanging mail server delays no other job, and one mail does not wait for another", async () => {
  const userId = await addUser(db);
  const post = () =>
    postMail(db, {
      kind: "passwordChanged",
      key: randomUUID(),
      to: { userId },
      facts: { at: new Date().toISOString() },
    });
  for (let n = 0; n < 6; n += 1) await post();
  await until(async () => expect(held).toBe(4));

  await addJob(db, "remove-replaced-file", { key: `${userId}/none.mp4` }, { key: "other" });
  const waiting = async () =>
    (await sql`SELECT FROM graphile_worker._private_jobs WHERE key = 'other'`.execute(db)).rows.length;
  await until(async () => expect(await waiting()).toBe(0));
  expect(held).toBe(4);

  answer();
  await until(async () => {
    const sent = await readRows(db, "mails", { status: "sent" }, "id");
    expect(sent).toHaveLength(6);
  });
});
