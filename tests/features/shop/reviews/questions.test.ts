/**
 * Questions of learners and before buying, over HTTP: who sees them, who may do what, that neither appears elsewhere, and
 * their mails.
 */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setMailChoice } from "~/features/base/mail/mails.queries.server";
import { deleteOwnRows } from "~/features/entrance/privacy/emptied-on-erasure.queries.server";
import type { SaleStatus } from "~/features/money/ledger/sale-status";
import { maxPinned, maxWaiting, type QuestionsView } from "~/features/shop/reviews/questions-view";
import * as moderation from "~/routes/admin/moderation";
import * as inbox from "~/routes/creator/questions";
import * as asks from "~/routes/learner/asks";
import * as questions from "~/routes/learner/questions";
import * as salesPage from "~/routes/learner/sales-page";
import * as watch from "~/routes/learner/watch";
import { ask, refusal } from "../../../support/ask";
import { sendPosted } from "../../../support/mails";
import { makeAdmin, makeConsumer, makeCreator, type Person } from "../../../support/people";
import { addSale, addVideo } from "../../../support/rows";
import { salesAddress } from "../../../support/sales-address";
import { findRow, readInOrder, readRow, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { db } = world.services;
let ana: Person;
let beto: Person;
let dora: Person;
let admin: Person;
let video: string;

beforeAll(async () => {
  ana = await makeCreator(world);
  admin = await makeAdmin(world);
});
beforeEach(async () => {
  [beto, dora] = [await makeConsumer(world), await makeConsumer(world)];
  video = await addVideo(db, ana.userId);
  for (const who of [beto, dora]) await buy(who);
});

const buy = ({ userId }: Person, videoId = video, status: SaleStatus = "completed") =>
  addSale(db, { consumerId: userId, videoId, status });
const at = (id = video, query = "") => ({ path: `/videos/${id}/questions${query}` });
const send = (who: Person, form: Record<string, string>, id = video) => {
  world.advance(1_000);
  return ask(world, questions.action, { ...at(id), form, cookie: who.cookie });
};
const read = async (who: Person, query = "", id = video) => {
  const answer = await ask(world, questions.loader, { ...at(id, query), cookie: who.cookie });
  return answer.status === 200 ? (answer.data as { shown: QuestionsView }).shown : answer.status;
};
const listed = async (who: Person, query = "") => {
  const shown = await read(who, query);
  if (typeof shown === "number") throw new Error(String(shown));
  return shown;
};
/** Asks, and returns the question's id. */
async function asked(who = beto, text = "Qual corda?", form: Record<string, string> = {}): Promise<string> {
  const answer = await send(who, { intent: "ask", text, ...form });
  if (answer.status !== 303) throw new Error(JSON.stringify(answer.data));
  const row = await readRow(db, "question_posts", { author_id: who.userId, video_id: video, text }, "id");
  return row.id;
}
async function answered(who: Person, questionId: string, text: string): Promise<string> {
  await send(who, { intent: "answer", questionId, text });
  const row = await readRow(db, "question_posts", { answers_to: questionId, text }, "id");
  return row.id;
}
const openOf = async (id: string) => (await findRow(db, "question_posts", { id }, "is_open"))?.is_open;

test("people who may watch ask at a second, and read each other's questions by first name and initial alone", async () => {
  const answer = await send(beto, { intent: "ask", text: "Qual corda?", second: "754", back: "watch" });
  expect(answer).toMatchObject({ status: 303, location: `/watch/${video}#perguntas` });
  await send(beto, { intent: "ask", text: "E o ritmo?", second: "1:02" });
  const shown = await listed(dora);
  expect(shown).toMatchObject({ viewer: "learner", count: 2 });
  expect(shown.questions).toMatchObject([
    { text: "E o ritmo?", second: 62, author: "Beto A.", mine: false, answers: [] },
    { text: "Qual corda?", second: 754, author: "Beto A." },
  ]);
  const all = JSON.stringify([shown, await listed(ana)]);
  for (const secret of [beto.email, beto.userId, "Beto Aluno"]) expect(all).not.toContain(secret);
});

test("people who may watch see the creator's answer marked and first, and the question waits again once the asker replies", async () => {
  const id = await asked();
  await send(dora, { intent: "answer", questionId: id, text: "A segunda." });
  expect(await openOf(id)).toBe(true);
  await send(ana, { intent: "answer", questionId: id, text: "Isso, a segunda." });
  expect(await openOf(id)).toBe(false);
  const [question] = (await listed(dora)).questions;
  expect(question?.answers).toMatchObject([
    { text: "Isso, a segunda.", byCreator: true },
    { text: "A segunda.", byCreator: false, mine: true },
  ]);
  await send(beto, { intent: "answer", questionId: id, text: "E no refrão?" });
  expect(await openOf(id)).toBe(true);
  await send(beto, { intent: "solve", questionId: id });
  expect(await openOf(id)).toBe(false);
  await send(beto, { intent: "solve", questionId: id, undo: "1" });
  expect(await openOf(id)).toBe(true);
});

test("people who may watch get the form back with a message beside its field", async () => {
  const empty = await send(beto, { intent: "ask", text: "  ", second: "logo" });
  const errors = { text: "questions.questionNeeded", second: "questions.secondInvalid" };
  expect(empty).toMatchObject({ status: 400, data: { problem: { errors, values: { second: "logo" } } } });
});

test("people who send the same form twice ask once, and the creator gets one mail", async () => {
  await Promise.all([1, 2].map(() => send(beto, { intent: "ask", text: "Duas vezes?" })));
  expect((await listed(beto)).questions).toHaveLength(1);
  const postId = (await listed(beto)).questions[0]?.id;
  const mails = await readRows(db, "mails", { user_id: ana.userId, kind: "question" }, "facts");
  expect(mails.filter(({ facts }) => JSON.stringify(facts).includes(`${postId}`))).toHaveLength(1);
});

test(`people who may watch cannot ask while ${maxWaiting} of their questions are unanswered, by concurrent requests either`, async () => {
  const sent = await Promise.all(
    Array.from({ length: maxWaiting + 2 }, (_, n) => send(beto, { intent: "ask", text: `Pergunta ${n}?` })),
  );
  expect(sent.filter(({ status }) => status === 303)).toHaveLength(maxWaiting);
  const refused = sent.find(({ status }) => status === 400);
  expect(refused?.data).toMatchObject({ problem: { errors: { form: "questions.tooManyWaiting" } } });
});

test("people who may watch withdraw their own posts, and no others", async () => {
  const id = await asked();
  const answer = await answered(dora, id, "Sei não.");
  expect((await send(dora, { intent: "hide", questionId: id })).status).toBe(404);
  expect((await send(dora, { intent: "hide", questionId: answer })).status).toBe(303);
  expect((await listed(beto)).questions[0]?.answers).toEqual([]);
  expect((await send(beto, { intent: "hide", questionId: id })).status).toBe(303);
  expect(await listed(dora)).toMatchObject({ count: 0, questions: [] });
});

test("the creator pins questions, at most three, and they come first", async () => {
  const ids: string[] = [];
  for (let n = 0; n <= maxPinned; n += 1) ids.push(await asked(n % 2 ? beto : dora, `Fixar ${n}?`));
  for (const questionId of ids.slice(0, maxPinned))
    expect((await send(ana, { intent: "pin", questionId })).status).toBe(303);
  const [last = ""] = ids.slice(-1);
  expect((await send(ana, { intent: "pin", questionId: last })).data).toMatchObject({
    problem: { errors: { form: "questions.tooManyPinned" } },
  });
  const texts = (await listed(beto)).questions.map(({ text }) => text);
  expect(texts).toEqual(["Fixar 2?", "Fixar 1?", "Fixar 0?", "Fixar 3?"]);
});

test("the creator hides posts of others, which only the author and the creator still see, and can restore them", async () => {
  const id = await asked();
  await send(ana, { intent: "hide", questionId: id });
  expect(await listed(dora)).toMatchObject({ count: 0, questions: [] });
  expect(await read(dora, `?question=${id}`)).toBe(404);
  for (const who of [beto, ana])
    expect((await listed(who)).questions).toMatchObject([{ hiddenBy: "creator" }]);
  expect((await send(dora, { intent: "answer", questionId: id, text: "Oi" })).status).toBe(404);
  await send(ana, { intent: "hide", questionId: id, undo: "1" });
  expect((await listed(dora)).questions).toMatchObject([{ hiddenBy: null }]);
});

test("the creator has an inbox of their own videos in which unanswered questions come first", async () => {
  const lia = await makeCreator(world);
  const open = await asked(beto, "Espera?");
  const done = await asked(dora, "Respondida?");
  await send(ana, { intent: "answer", questionId: done, text: "Sim." });
  const list = async (who: Person, query = "") => {
    const path = `/creator/questions${query}`;
    const answer = await ask(world, inbox.loader, { path, cookie: who.cookie });
    return (answer.data as { questions: { videoId: string; question: { id: string } }[] }).questions;
  };
  const ids = (await list(ana)).filter(({ videoId }) => videoId === video).map(({ question }) => question.id);
  expect(ids).toEqual([open, done]);
  const waiting = (await list(ana, "?open=1")).map(({ question }) => question.id);
  expect(waiting).toContain(open);
  expect(waiting).not.toContain(done);
  expect(await list(lia)).toEqual([]);
});

test.each(["pending", "processing", "failed", "refunded", "disputed"] as const)(
  "everyone else gets the response of an unknown video if their sale is %s",
  async (status) => {
    const id = await asked();
    const person = await makeConsumer(world);
    await buy(person, video, status);
    const unknown = "ffffffff-0000-4000-8000-000000000000";
    for (const query of ["", `?question=${id}`]) {
      const [here, nowhere] = await Promise.all(
        [video, unknown].map((other) =>
          ask(world, questions.loader, { ...at(other, query), cookie: person.cookie }),
        ),
      );
      expect(here).toMatchObject({ status: 404, text: "" });
      expect(here).toEqual(nowhere);
    }
    for (const form of [
      { intent: "ask", text: "Eu?" },
      { intent: "answer", questionId: id, text: "Eu!" },
      { intent: "report", questionId: id },
      { intent: "hide", questionId: id },
    ] as Record<string, string>[])
      expect(await send(person, form)).toMatchObject({ status: 404, text: "" });
    const opened = await ask(world, watch.loader, { path: `/watch/${video}`, cookie: person.cookie });
    expect(JSON.stringify(opened.data)).not.toContain("Qual corda?");
  },
);

test("a question of another video cannot be changed through a video that the person may watch", async () => {
  const id = await asked();
  const lia = await makeCreator(world);
  const other = await addVideo(db, lia.userId);
  await buy(dora, other);
  for (const [who, intent] of [
    [lia, "pin"],
    [lia, "hide"],
    [lia, "solve"],
    [dora, "answer"],
    [dora, "report"],
  ] as const)
    expect((await send(who, { intent, questionId: id, text: "x" }, other)).status).toBe(404);
  expect(await read(dora, `?question=${id}`, other)).toBe(404);
});

test("an account that is suspended or erased loses its questions and answers, and the creator's answers stay", async () => {
  const id = await asked(dora, "Fica?");
  await send(beto, { intent: "answer", questionId: id, text: "De Beto." });
  await send(ana, { intent: "answer", questionId: id, text: "De Ana." });
  const gone = await asked(beto, "Some?");
  const suspend = (who: Person, suspended_at: Date | null) =>
    setRows(db, "users", { id: who.userId }, { suspended_at });
  await suspend(beto, new Date());
  await suspend(ana, new Date());
  const shown = await listed(dora);
  expect(shown).toMatchObject({ count: 1, questions: [{ text: "Fica?", answers: [{ text: "De Ana." }] }] });
  expect((await send(dora, { intent: "answer", questionId: gone, text: "Oi" })).status).toBe(404);
  await suspend(beto, null);
  await suspend(ana, null);
  expect((await listed(dora)).count).toBe(2);
});

test("an account that is suspended or erased leaves neither a question nor a count after the erasure", async () => {
  const id = await asked(dora);
  await send(beto, { intent: "answer", questionId: id, text: "De Beto." });
  await asked(beto, "Some?");
  expect(await deleteOwnRows(db, { table: "question_posts", column: "author_id" }, beto.userId)).toBe(2);
  const row = await readRow(db, "question_posts", { id }, "answer_count");
  expect(row.answer_count).toBe(0);
  expect(await listed(dora)).toMatchObject({ count: 1, questions: [{ answers: [] }] });
});

describe("the administrators", () => {
  const decide = (form: Record<string, string>, query = "") => {
    world.advance(1_000);
    return ask(world, moderation.action, { path: `/admin/questions${query}`, form, cookie: admin.cookie });
  };
  const list = async (query = "") => {
    const path = `/admin/questions${query}`;
    const answer = await ask(world, moderation.loader, { path, cookie: admin.cookie });
    return (answer.data as { items: { id: string; openReports: number; reports: object[] }[] }).items;
  };

  test("see reported posts, and hide them with a reason, which the creator cannot undo", async () => {
    const id = await asked();
    await send(dora, { intent: "report", questionId: id, text: "Ofensa" });
    const again = await send(dora, { intent: "report", questionId: id });
    expect(again.flash).toMatchObject({ title: "questions.done.reportedBefore" });
    expect(await list()).toContainEqual(
      expect.objectContaining({
        id,
        openReports: 1,
        reports: [{ reason: "Ofensa", reporter: dora.email, date: expect.any(String) }],
      }),
    );
    expect((await decide({ intent: "hide", questionId: id, reason: "" })).status).toBe(400);
    const hidden = await decide({ intent: "hide", questionId: id, reason: "Ofensa" });
    expect(hidden).toMatchObject({ status: 303, location: "/admin/questions" });
    expect(await listed(dora)).toMatchObject({ count: 0 });
    expect((await send(ana, { intent: "hide", questionId: id, undo: "1" })).status).toBe(404);
    expect((await list()).map((post) => post.id)).not.toContain(id);
    expect((await list("?list=hidden")).map((post) => post.id)).toContain(id);
    await decide({ intent: "unhide", questionId: id }, "?list=hidden");
    expect(await listed(dora)).toMatchObject({ count: 1 });
    const actions = await readInOrder(db, "audit_entries", { target_id: id }, ["created_at"], "action");
    const taken = actions.map(({ action }) => action);
    expect(taken).toEqual(["questionReported", "questionHidden", "questionShown"]);
  });

  test("close a report without grounds", async () => {
    const id = await asked();
    const answer = await answered(dora, id, "Sei não.");
    await send(beto, { intent: "report", questionId: answer });
    await decide({ intent: "keep", questionId: answer });
    expect((await list()).map((post) => post.id)).not.toContain(answer);
    expect((await listed(beto)).questions[0]?.answers).toHaveLength(1);
  });
});

describe("a question before buying", () => {
  beforeEach(async () => {
    video = await addVideo(db, ana.userId);
  });

  const asksAt = (query = "") => ({ path: `/videos/${video}/asks${query}` });
  const sendAsk = (who: Person | undefined, form: Record<string, string>) => {
    world.advance(1_000);
    return ask(world, asks.action, { ...asksAt(), form, cookie: who?.cookie });
  };
  const readAsks = async (who?: Person, query = "") => {
    const answer = await ask(world, asks.loader, { ...asksAt(query), cookie: who?.cookie });
    return answer.status === 200 ? (answer.data as { shown: QuestionsView }).shown : answer.status;
  };
  const textsOf = async (who?: Person) => {
    const shown = await readAsks(who);
    return typeof shown === "number" ? shown : shown.questions.map(({ text }) => text);
  };
  const onSalesPage = async (who?: Person) => {
    const opened = await ask(world, salesPage.loader, {
      ...(await salesAddress(db, video)),
      cookie: who?.cookie,
    });
    return (opened.data as { asks: QuestionsView }).asks;
  };
  async function askBefore(who = beto, text = "Preciso de batedeira?"): Promise<string> {
    const answer = await sendAsk(who, { text });
    if (answer.status !== 303) throw new Error(JSON.stringify(answer.data));
    const post = { author_id: who.userId, text, before_purchase: true };
    return (await readRow(db, "question_posts", post, "id")).id;
  }

  test("is seen by its author and the creator, and by everyone once it is answered", async () => {
    const askId = await askBefore();
    expect(await textsOf(beto)).toEqual(["Preciso de batedeira?"]);
    expect(await textsOf(ana)).toEqual(["Preciso de batedeira?"]);
    for (const stranger of [dora, undefined]) {
      expect(await textsOf(stranger)).toEqual([]);
      expect(await readAsks(stranger, `?question=${askId}`)).toBe(404);
      expect((await onSalesPage(stranger)).questions).toEqual([]);
    }
    expect((await sendAsk(ana, { intent: "answer", askId, text: "Não, é tudo na mão." })).status).toBe(303);
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

  test("waits in the creator's inbox, marked, and shows again when its answer is withdrawn", async () => {
    const askId = await askBefore();
    const waiting = async () => {
      const path = "/creator/questions?open=1";
      const { data } = await ask(world, inbox.loader, { path, cookie: ana.cookie });
      const { questions } = data as { questions: { question: { id: string; beforePurchase: boolean } }[] };
      return questions.find(({ question }) => question.id === askId)?.question.beforePurchase;
    };
    expect(await waiting()).toBe(true);
    await sendAsk(ana, { intent: "answer", askId, text: "Não." });
    expect(await waiting()).toBeUndefined();
    const answerId = (await onSalesPage()).questions[0]?.answers[0]?.id ?? "";
    expect((await sendAsk(ana, { intent: "hide", askId: answerId })).status).toBe(303);
    expect(await waiting()).toBe(true);
    expect((await onSalesPage()).questions).toEqual([]);
  });

  test("is answered by the creator alone, hidden by them, and reported by others", async () => {
    const askId = await askBefore();
    await sendAsk(ana, { intent: "answer", askId, text: "Não." });
    for (const who of [beto, dora])
      expect((await sendAsk(who, { intent: "answer", askId, text: "Sim!" })).status).toBe(404);
    const reported = await sendAsk(dora, { intent: "report", askId, text: "Propaganda" });
    expect(reported.flash).toMatchObject({ title: "questions.done.reported" });
    expect((await sendAsk(ana, { intent: "hide", askId })).status).toBe(303);
    expect(await textsOf(dora)).toEqual([]);
    expect(await textsOf(beto)).toEqual(["Preciso de batedeira?"]);
  });

  test("never appears under the lesson, nor can be changed there, and the other way round", async () => {
    const askId = await askBefore();
    await sendAsk(ana, { intent: "answer", askId, text: "Não." });
    await buy(dora);
    expect(await listed(dora)).toMatchObject({ count: 0, questions: [] });
    const answer = { intent: "answer", questionId: askId, text: "Sim!" };
    expect((await send(dora, answer)).status).toBe(404);
    // The same text may be asked in both places.
    await buy(beto);
    const again = await send(beto, { intent: "ask", text: "Preciso de batedeira?" });
    expect(again.status).toBe(303);
    const posts = await readRows(db, "question_posts", { author_id: beto.userId }, "id", "before_purchase");
    expect(posts).toHaveLength(2);
    const askedThere = posts.find(({ before_purchase }) => !before_purchase);
    const ofLesson = { intent: "report", askId: askedThere?.id ?? "" };
    expect((await sendAsk(dora, ofLesson)).status).toBe(404);
    expect(await textsOf()).toEqual(["Preciso de batedeira?"]);
  });

  test("has a form that keeps what was typed, with the reason beside the field", async () => {
    const long = await sendAsk(beto, { text: "a".repeat(2_001) });
    expect(long).toMatchObject(refusal({ text: "questions.tooLong" }, { text: "a".repeat(2_001) }));
    expect((await sendAsk(beto, { intent: "sell", text: "x" })).status).toBe(400);
  });

  test("has a form that sends buyers to the lesson, and refuses the creator", async () => {
    await buy(dora);
    expect((await sendAsk(dora, { text: "Serve?" })).data).toMatchObject({
      problem: { errors: { form: "questions.alreadyBought" }, values: { text: "Serve?" } },
    });
    expect((await sendAsk(ana, { text: "Serve?" })).data).toMatchObject({
      problem: { errors: { form: "questions.notAsker" } },
    });
  });

  test("has no form for a video that is not for sale", async () => {
    await setRows(db, "videos", { id: video }, { suspended_at: new Date() });
    expect((await sendAsk(beto, { text: "Serve?" })).status).toBe(404);
    expect(await readAsks()).toBe(404);
  });
});

describe("a mail about a question", () => {
  beforeEach(async () => {
    await db.deleteFrom("mails").execute();
  });

  const posted = () => readInOrder(db, "mails", {}, ["created_at"], "id", "kind", "user_id");
  /** Sends what waits, and returns what became of it. */
  async function sendAll() {
    for (const { id } of await posted()) await sendPosted(world, id);
    const rows = await readInOrder(db, "mails", {}, ["created_at"], "kind", "status");
    return rows.map(({ kind, status }) => `${kind} ${status}`);
  }

  test("goes to the creator for a question, to the asker for answers of others, and to nobody for their own posts", async () => {
    const id = await asked();
    await answered(ana, id, "A segunda.");
    await answered(dora, id, "A terceira.");
    await answered(beto, id, "E no refrão?");
    expect((await posted()).map(({ kind, user_id }) => [kind, user_id])).toEqual([
      ["question", ana.userId],
      ["answer", beto.userId],
      ["answer", beto.userId],
      ["question", ana.userId],
    ]);
    expect(await sendAll()).toEqual(["question sent", "answer sent", "answer sent", "question sent"]);
  });

  test("is not sent if the question was hidden, or to an asker who may no longer watch", async () => {
    const id = await asked();
    await answered(ana, id, "A segunda.");
    await setRows(db, "sales", { consumer_id: beto.userId }, { status: "refunded" });
    await setRows(db, "question_posts", { id }, { hidden_at: new Date(), hidden_by: "creator" });
    expect(await sendAll()).toEqual(["question skipped", "answer skipped"]);
  });

  test("has all questions of the day, once a day, for a person who chose it", async () => {
    await setMailChoice(db, { userId: ana.userId, choice: "questions", value: "daily" });
    await asked(beto, "Primeira?");
    await asked(beto, "Segunda?");
    expect((await posted()).map(({ kind }) => kind)).toEqual(["questionsOfDay"]);
    expect(await sendAll()).toEqual(["questionsOfDay sent"]);
    await setMailChoice(db, { userId: ana.userId, choice: "questions", value: "each" });
  });
});
