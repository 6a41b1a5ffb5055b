/** Mails about questions: to whom, at once or once a day, and when none is sent. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { setMailChoice } from "~/features/base/mail/mails.queries.server";
import { answerQuestion, askQuestion } from "~/features/shop/reviews/ask-question.server";
import { sendPosted } from "../../../support/mails";
import { makeConsumer, makeCreator, type Person } from "../../../support/people";
import { addSale, addVideo } from "../../../support/rows";
import { readInOrder, readRow, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db } = services;
let ana: Person;
let beto: Person;
let dora: Person;
let video: string;

beforeAll(async () => {
  ana = await makeCreator(world);
  video = await addVideo(db, ana.userId);
});
beforeEach(async () => {
  [beto, dora] = [await makeConsumer(world), await makeConsumer(world)];
  for (const { userId } of [beto, dora]) await addSale(db, { consumerId: userId, videoId: video });
  await db.deleteFrom("mails").execute();
});

const ofBeto = () => ({ userId: beto.userId, role: "learner" }) as const;
async function ask(text = "Qual corda?"): Promise<string> {
  const form = { text, second: 754 };
  await askQuestion(services, { video: { id: video, creatorId: ana.userId }, by: ofBeto(), form });
  const row = await readRow(db, "question_posts", { text, author_id: beto.userId }, "id");
  return row.id;
}
const answer = (questionId: string, who: Person, text: string) =>
  answerQuestion(services, {
    videoId: video,
    questionId,
    text,
    by: { userId: who.userId, role: who === ana ? "owner" : "learner" },
  });
const posted = () => readInOrder(db, "mails", {}, ["created_at"], "id", "kind", "user_id");
/** Sends what waits, and returns what became of it. */
async function sendAll() {
  for (const { id } of await posted()) await sendPosted(world, id);
  const rows = await readInOrder(db, "mails", {}, ["created_at"], "kind", "status");
  return rows.map(({ kind, status }) => `${kind} ${status}`);
}

test("a mail about a question goes to the creator for a question, to the asker for answers of others, and to nobody for their own posts", async () => {
  const id = await ask();
  await answer(id, ana, "A segunda.");
  await answer(id, dora, "A terceira.");
  await answer(id, beto, "E no refrão?");
  expect((await posted()).map(({ kind, user_id }) => [kind, user_id])).toEqual([
    ["question", ana.userId],
    ["answer", beto.userId],
    ["answer", beto.userId],
    ["question", ana.userId],
  ]);
  expect(await sendAll()).toEqual(["question sent", "answer sent", "answer sent", "question sent"]);
});

test("a mail about a question is not sent if the question was hidden, or to an asker who may no longer watch", async () => {
  const id = await ask();
  await answer(id, ana, "A segunda.");
  await setRows(db, "sales", { consumer_id: beto.userId }, { status: "refunded" });
  await setRows(db, "question_posts", { id }, { hidden_at: new Date(), hidden_by: "creator" });
  expect(await sendAll()).toEqual(["question skipped", "answer skipped"]);
});

test("the daily mail about questions has all questions of the day, for a person who chose it", async () => {
  await setMailChoice(db, { userId: ana.userId, choice: "questions", value: "daily" });
  await ask("Primeira?");
  await ask("Segunda?");
  expect((await posted()).map(({ kind }) => kind)).toEqual(["questionsOfDay"]);
  expect(await sendAll()).toEqual(["questionsOfDay sent"]);
  await setMailChoice(db, { userId: ana.userId, choice: "questions", value: "each" });
});
