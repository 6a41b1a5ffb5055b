/** Questions before buying, over HTTP: who sees them, who may do what, and that they never mix with those of a lesson. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { QuestionsView } from "~/features/shop/reviews/questions-view";
import * as inbox from "~/routes/creator/questions";
import * as asks from "~/routes/learner/asks";
import * as questions from "~/routes/learner/questions";
import * as salesPage from "~/routes/learner/sales-page";
import { ask, refusal } from "../../../support/ask";
import { makeConsumer, makeCreator, type Person } from "../../../support/people";
import { addSale, addVideo } from "../../../support/rows";
import { salesAddress } from "../../../support/sales-address";
import { readRow, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { db } = world.services;
let ana: Person;
let beto: Person;
let dora: Person;
let video: string;

beforeAll(async () => {
  ana = await makeCreator(world);
});
beforeEach(async () => {
  [beto, dora] = [await makeConsumer(world), await makeConsumer(world)];
  video = await addVideo(db, ana.userId);
});

const at = (query = "") => ({ path: `/videos/${video}/asks${query}` });
const send = (who: Person | undefined, form: Record<string, string>) => {
  world.advance(1_000);
  return ask(world, asks.action, { ...at(), form, cookie: who?.cookie });
};
const read = async (who?: Person, query = "") => {
  const answer = await ask(world, asks.loader, { ...at(query), cookie: who?.cookie });
  return answer.status === 200 ? (answer.data as { shown: QuestionsView }).shown : answer.status;
};
const textsOf = async (who?: Person) => {
  const shown = await read(who);
  return typeof shown === "number" ? shown : shown.questions.map(({ text }) => text);
};
const onSalesPage = async (who?: Person) => {
  const opened = await ask(world, salesPage.loader, {
    ...(await salesAddress(db, video)),
    cookie: who?.cookie,
  });
  return (opened.data as { asks: QuestionsView }).asks;
};
async function asked(who = beto, text = "Preciso de batedeira?"): Promise<string> {
  const answer = await send(who, { text });
  if (answer.status !== 303) throw new Error(JSON.stringify(answer.data));
  const post = { author_id: who.userId, text, before_purchase: true };
  return (await readRow(db, "question_posts", post, "id")).id;
}

test("a question before buying is seen by its author and the creator, and by everyone once it is answered", async () => {
  const askId = await asked();
  expect(await textsOf(beto)).toEqual(["Preciso de batedeira?"]);
  expect(await textsOf(ana)).toEqual(["Preciso de batedeira?"]);
  for (const stranger of [dora, undefined]) {
    expect(await textsOf(stranger)).toEqual([]);
    expect(await read(stranger, `?question=${askId}`)).toBe(404);
    expect((await onSalesPage(stranger)).questions).toEqual([]);
  }
  expect((await send(ana, { intent: "answer", askId, text: "Não, é tudo na mão." })).status).toBe(303);
  for (const stranger of [dora, undefined]) {
    const { questions: shown } = await onSalesPage(stranger);
    expect(shown).toMatchObject([
      { text: "Preciso de batedeira?", author: "Beto A.", date: "hoje", mine: false },
    ]);
    expect(shown[0]?.answers).toMatchObject([{ text: "Não, é tudo na mão.", byCreator: true }]);
    for (const secret of [beto.email, beto.userId, "Beto Aluno"])
      expect(JSON.stringify(shown)).not.toContain(secret);
  }
});

test("a question before buying waits in the creator's inbox, marked, and shows again when its answer is withdrawn", async () => {
  const askId = await asked();
  const waiting = async () => {
    const path = "/creator/questions?open=1";
    const { data } = await ask(world, inbox.loader, { path, cookie: ana.cookie });
    const { questions } = data as { questions: { question: { id: string; beforePurchase: boolean } }[] };
    return questions.find(({ question }) => question.id === askId)?.question.beforePurchase;
  };
  expect(await waiting()).toBe(true);
  await send(ana, { intent: "answer", askId, text: "Não." });
  expect(await waiting()).toBeUndefined();
  const answerId = (await onSalesPage()).questions[0]?.answers[0]?.id ?? "";
  expect((await send(ana, { intent: "hide", askId: answerId })).status).toBe(303);
  expect(await waiting()).toBe(true);
  expect((await onSalesPage()).questions).toEqual([]);
});

test("a question before buying is answered by the creator alone, hidden by them, and reported by others", async () => {
  const askId = await asked();
  await send(ana, { intent: "answer", askId, text: "Não." });
  for (const who of [beto, dora])
    expect((await send(who, { intent: "answer", askId, text: "Sim!" })).status).toBe(404);
  const reported = await send(dora, { intent: "report", askId, text: "Propaganda" });
  expect(reported.flash).toMatchObject({ title: "questions.done.reported" });
  expect((await send(ana, { intent: "hide", askId })).status).toBe(303);
  expect(await textsOf(dora)).toEqual([]);
  expect(await textsOf(beto)).toEqual(["Preciso de batedeira?"]);
});

test("a question before buying never appears under the lesson, nor can be changed there, and the other way round", async () => {
  const askId = await asked();
  await send(ana, { intent: "answer", askId, text: "Não." });
  await addSale(db, { consumerId: dora.userId, videoId: video });
  const lesson = { path: `/videos/${video}/questions`, cookie: dora.cookie };
  const opened = await ask(world, questions.loader, lesson);
  expect((opened.data as { shown: QuestionsView }).shown).toMatchObject({ count: 0, questions: [] });
  const answer = { intent: "answer", questionId: askId, text: "Sim!" };
  expect((await ask(world, questions.action, { ...lesson, form: answer })).status).toBe(404);
  // The same text may be asked in both places.
  const form = { intent: "ask", text: "Preciso de batedeira?" };
  await addSale(db, { consumerId: beto.userId, videoId: video });
  const again = await ask(world, questions.action, { ...lesson, cookie: beto.cookie, form });
  expect(again.status).toBe(303);
  const posts = await readRows(db, "question_posts", { author_id: beto.userId }, "id", "before_purchase");
  expect(posts).toHaveLength(2);
  const askedThere = posts.find(({ before_purchase }) => !before_purchase);
  const ofLesson = { intent: "report", askId: askedThere?.id ?? "" };
  expect((await send(dora, ofLesson)).status).toBe(404);
  expect(await textsOf()).toEqual(["Preciso de batedeira?"]);
});

test("the form keeps what was typed, with the reason beside the field", async () => {
  const long = await send(beto, { text: "a".repeat(2_001) });
  expect(long).toMatchObject(refusal({ text: "questions.tooLong" }, { text: "a".repeat(2_001) }));
  expect((await send(beto, { intent: "sell", text: "x" })).status).toBe(400);
});

test("the form sends buyers to the lesson, and refuses the creator", async () => {
  await addSale(db, { consumerId: dora.userId, videoId: video });
  expect((await send(dora, { text: "Serve?" })).data).toMatchObject({
    problem: { errors: { form: "questions.alreadyBought" }, values: { text: "Serve?" } },
  });
  expect((await send(ana, { text: "Serve?" })).data).toMatchObject({
    problem: { errors: { form: "questions.notAsker" } },
  });
});

test("the form is not found for a video that is not for sale", async () => {
  await setRows(db, "videos", { id: video }, { suspended_at: new Date() });
  expect((await send(beto, { text: "Serve?" })).status).toBe(404);
  expect(await read()).toBe(404);
});
