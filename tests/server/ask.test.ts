import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { answerQuestion, questions } from "~/server/tools/ask.queries.server";
import { bundleScripts } from "../support/bundle";
import { addConsumer, addCreator, addSale, addVideo } from "../support/rows";
import { addRows, setRows } from "../support/tables";
import { startTestWorld } from "../support/test-services";

const { services } = await startTestWorld();
const { db } = services;
const source = "app/server/tools/ask.server.ts";
const ask = async (name: string, argument = "") => {
  const question = questions.find((each) => each.name === name);
  if (!question) throw new Error(`no question ${name}`);
  return answerQuestion(db, question, argument);
};

const email = "ana.pergunta@example.com";
const consumerId = await addConsumer(db);
await setRows(db, "users", { id: consumerId }, { email });
const videoId = await addVideo(db, await addCreator(db));
const saleId = await addSale(db, { consumerId, videoId, status: "pending", checkoutId: "cs_ask" });

test.each(questions.map(({ name }) => name))(
  "the question %s is answered, by the application's role",
  async (name) => {
    expect(Array.isArray(await ask(name, "x"))).toBe(true);
  },
);

test("a sale is found by its ids, an account with its purchases, and a mail and a webhook by why they wait", async () => {
  for (const id of [saleId, "cs_ask"])
    expect(await ask("sale", id)).toMatchObject([{ sale: saleId, email, status: "pending" }]);
  expect(await ask("purchases", email.toUpperCase())).toMatchObject([{ sale: saleId, granted_at: null }]);
  expect(await ask("account", email)).toMatchObject([{ email, is_admin: false }]);
  const mail = { kind: "receipt", key: "ask", user_id: consumerId, send_at: new Date(0) };
  await addRows(db, "mails", { ...mail, failure: "454 try later" });
  const event = { id: "evt_ask", provider_type: "x", payload: "{}" };
  await addRows(db, "payment_events", { ...event, error: "unknownPayment" });
  expect(await ask("mails-waiting")).toMatchObject([{ kind: "receipt", mails: 1, failure: "454 try later" }]);
  expect(await ask("webhooks-failed")).toMatchObject([{ id: "evt_ask", error: "unknownPayment" }]);
});

test("a sale that was paid and gave no access is named", async () => {
  await setRows(db, "sales", { id: saleId }, { paid_at: new Date(), status: "processing" });
  expect(await ask("paid-without-access")).toMatchObject([{ sale: saleId, email }]);
});

test("reconcile queues one job, however often it is asked", async () => {
  const [first] = await ask("reconcile");
  expect(await ask("reconcile")).toMatchObject([{ job: first?.job }]);
});

test("the command prints lines or JSON, lists its questions, and refuses others", async () => {
  const { [source]: script } = await bundleScripts(source);
  const run = (...words: string[]) =>
    promisify(execFile)(process.execPath, [script, ...words], {
      env: { ...process.env, DATABASE_URL: services.env.DATABASE_URL, DATABASE_DIRECT_URL: "" },
    });
  const { stdout: text } = await run("sale", saleId);
  expect(text.split("\n")).toMatchObject([
    expect.stringMatching(/^sale\temail\ttitle/),
    expect.stringContaining(`${saleId}\t${email}`),
    "1 rows.",
    "",
  ]);
  const { stdout: json } = await run("sale", saleId, "--json");
  expect(JSON.parse(json)).toMatchObject([{ sale: saleId }]);
  const { stdout: list } = await run();
  for (const { name } of questions) expect(list).toContain(name);
  await expect(run("nothing")).rejects.toMatchObject({ code: 2 });
  await expect(run("sale")).rejects.toMatchObject({ code: 2 });
});
