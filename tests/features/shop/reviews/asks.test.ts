/** Questions before buying, over HTTP: who sees them, who may do what, and that they never mix with those of a lesson. */
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { maxWaiting, type QuestionsView } from "~/features/shop/reviews/questions-view";
import * as inbox from "~/routes/creator/questions";
import * as asks from "~/routes/learner/asks";
import * as questions from "~/routes/learner/questions";
import * as salesPage from "~/routes/learner/sales-page";
import { ask } from "../../../support/ask";
import {
  allowVideos,
  makeConsumer,
  makeCreator,
  makeSale,
  makeVideo,
  type Person,
} from "../../../support/people";
import { salesAddress } from "../../../support/sales-address";
import { readRow, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { db } = world.services;
let ana: Person;
let beto: Person;
let dora: Person;
let video: string;

beforeAll(async () => {
  ana = await makeCreator(world);
  await allowVideos(world.services, ana.userId, 100);
});
beforeEach(async () => {
  [beto, dora] = [await makeConsumer(world), await makeConsumer(world)];
  video = await makeVideo(world, ana);
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
  const row = await readRow(
    db,
    "question_posts",
    { author_id: who.userId, text, before_purchase: true },
    "id",
  );
  return row.id;
}

describe("a question before buying", () => {
  test("is seen by its author and the creator, and by everyone once it is answered", async () => {
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

  test("mails its creator, and its author once it is answered", async () => {
    const askId = await asked();
    await send(ana, { intent: "answer", askId, text: "Não." });
    const answerId = (await onSalesPage()).questions[0]?.answers[0]?.id;
    const mails = await db
      .selectFrom("mails")
      .select(["kind", "user_id"])
      .where(sql<string>`facts ->> 'postId'`, "in", [askId, answerId ?? ""])
      .orderBy("kind")
      .execute();
    expect(mails).toEqual([
      { kind: "answer", user_id: beto.userId },
      { kind: "question", user_id: ana.userId },
    ]);
  });

  test("waits in the creator's inbox, marked, and shows again when its answer is withdrawn", async () => {
    const askId = await asked();
    const waiting = async () => {
      const answer = await ask(world, inbox.loader, {
        path: "/creator/questions?open=1",
        cookie: ana.cookie,
      });
      const rows = (answer.data as { questions: { question: { id: string; beforePurchase: boolean } }[] })
        .questions;
      return rows.find(({ question }) => question.id === askId)?.question.beforePurchase;
    };
    expect(await waiting()).toBe(true);
    await send(ana, { intent: "answer", askId, text: "Não." });
    expect(await waiting()).toBeUndefined();
    const answerId = (await onSalesPage()).questions[0]?.answers[0]?.id ?? "";
    expect((await send(ana, { intent: "hide", askId: answerId })).status).toBe(303);
    expect(await waiting()).toBe(true);
    expect((await onSalesPage()).questions).toEqual([]);
  });

  test("is answered by the creator alone, hidden by them, and reported by others", async () => {
    const askId = await asked();
    await send(ana, { intent: "answer", askId, text: "Não." });
    for (const who of [beto, dora])
      expect((await send(who, { intent: "answer", askId, text: "Sim!" })).status).toBe(404);
    expect((await send(dora, { intent: "hide", askId })).status).toBe(404);
    expect((await send(dora, { intent: "solve", askId })).status).toBe(404);
    const reported = await send(dora, { intent: "report", askId, text: "Propaganda" });
    expect(reported.flash).toMatchObject({ title: "questions.done.reported" });
    expect((await send(ana, { intent: "hide", askId })).status).toBe(303);
    expect(await textsOf(dora)).toEqual([]);
    expect(await textsOf(beto)).toEqual(["Preciso de batedeira?"]);
  });

  test("never appears under the lesson, nor can be changed there, and the other way round", async () => {
    const askId = await asked();
    await send(ana, { intent: "answer", askId, text: "Não." });
    await makeSale(world, dora, video);
    const lesson = { path: `/videos/${video}/questions`, cookie: dora.cookie };
    const opened = await ask(world, questions.loader, lesson);
    expect((opened.data as { shown: QuestionsView }).shown).toMatchObject({ count: 0, questions: [] });
    const answer = { intent: "answer", questionId: askId, text: "Sim!" };
    expect((await ask(world, questions.action, { ...lesson, form: answer })).status).toBe(404);
    // The same text may be asked in both places.
    const form = { intent: "ask", text: "Preciso de batedeira?" };
    await makeSale(world, beto, video);
    const again = await ask(world, questions.action, { ...lesson, cookie: beto.cookie, form });
    expect(again.status).toBe(303);
    const rows = await db
      .selectFrom("question_posts")
      .select(["id", "before_purchase"])
      .where("author_id", "=", beto.userId)
      .orderBy("before_purchase")
      .execute();
    expect(rows.map(({ before_purchase }) => before_purchase)).toEqual([false, true]);
    const ofLesson = { intent: "report", askId: rows[0]?.id ?? "" };
    expect((await send(dora, ofLesson)).status).toBe(404);
    expect(await textsOf()).toEqual(["Preciso de batedeira?"]);
  });
});

describe("the form", () => {
  test("leads visitors to the login, and back to the questions", async () => {
    const answer = await send(undefined, { text: "Serve?" });
    const back = encodeURIComponent(`/videos/${video}/asks`);
    expect(answer).toMatchObject({ status: 303, location: `/consumer-login?redirectTo=${back}` });
  });

  test("keeps what was typed, with the reason beside the field", async () => {
    const long = await send(beto, { text: "a".repeat(2_001) });
    expect(long).toMatchObject({ status: 400, data: { problem: { errors: { text: "questions.tooLong" } } } });
    expect((long.data as { problem: { values: { text: string } } }).problem.values.text).toHaveLength(2_001);
    expect((await send(beto, { text: " \n " })).data).toMatchObject({
      problem: { errors: { text: "questions.questionNeeded" } },
    });
    expect((await send(beto, { intent: "sell", text: "x" })).status).toBe(400);
  });

  test("adds one question when it is sent twice, and at most a few that wait", async () => {
    await Promise.all([send(beto, { text: "Duas vezes?" }), send(beto, { text: "Duas vezes?" })]);
    expect(await textsOf(beto)).toEqual(["Duas vezes?"]);
    for (let n = 1; n < maxWaiting; n += 1) await asked(beto, `Pergunta ${n}?`);
    expect((await send(beto, { text: "Mais uma?" })).data).toMatchObject({
      problem: { errors: { form: "questions.tooManyWaiting" } },
    });
  });

  test("sends buyers to the lesson, and refuses the creator", async () => {
    await makeSale(world, dora, video);
    expect((await send(dora, { text: "Serve?" })).data).toMatchObject({
      problem: { errors: { form: "questions.alreadyBought" }, values: { text: "Serve?" } },
    });
    expect((await send(ana, { text: "Serve?" })).data).toMatchObject({
      problem: { errors: { form: "questions.notAsker" } },
    });
  });

  test("is not found for a video that is not for sale", async () => {
    await setRows(db, "videos", { id: video }, { suspended_at: new Date() });
    expect((await send(beto, { text: "Serve?" })).status).toBe(404);
    expect(await read()).toBe(404);
  });
});
