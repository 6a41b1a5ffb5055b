import { answerQuestion, askQuestion } from "../../app/features/shop/reviews/ask-question.server";
import type { Services } from "../../app/platform/services";
import { demoLearners, demoReviewers } from "./people";
import { demoVideoId } from "./videos";

const day = 86_400_000;

/** `video`: asset of `demoVideos`; `who` bought it, unless asked before buying. `answer`: on the day after. */
const demoQuestions = [
  {
    who: demoReviewers[0].email,
    video: "violao-para-iniciantes",
    second: 154,
    days: 4,
    text: "O dedo três fica na mesma corda nos dois acordes?",
    answer: "Fica. Segunda corda, casa três, o tempo todo. Só os outros dois dedos andam.",
  },
  {
    who: demoLearners[0].email,
    video: "violao-para-iniciantes",
    second: 96,
    days: 2,
    text: "Dá para treinar a troca sem palheta?",
  },
  {
    who: demoReviewers[1].email,
    video: "violao-para-iniciantes",
    days: 9,
    text: "A aula serve para violão de doze cordas?",
    answer: "Serve. Os desenhos dos acordes são os mesmos; só a mão direita muda um pouco.",
  },
  {
    who: demoLearners[0].email,
    video: "violao-para-iniciantes",
    second: 428,
    days: 6,
    text: "No Dó, meu dedo três encosta na corda de baixo. É normal?",
    answer: "É, no começo. Dobre mais a ponta do dedo e traga o cotovelo para perto do corpo.",
  },
  {
    who: demoLearners[0].email,
    video: "pao-de-fermentacao-natural",
    days: 3,
    isBefore: true,
    text: "Dá certo em forno a gás sem termômetro?",
    answer: "Dá. No minuto 52 eu mostro como ler o forno com uma colher de farinha.",
  },
  {
    who: demoLearners[1].email,
    video: "pao-de-fermentacao-natural",
    days: 14,
    isBefore: true,
    text: "Preciso de batedeira?",
    answer: "Não, é tudo na mão. São quatro dobras de 30 segundos.",
  },
  {
    who: demoLearners[1].email,
    video: "violao-para-iniciantes",
    days: 1,
    isBefore: true,
    text: "Serve para uma criança de oito anos, com violão pequeno?",
  },
] as const;

/** Under a video, people who have not bought it are left out. */
export async function addQuestions(services: Services, videoIds: readonly string[]): Promise<void> {
  const { db } = services;
  for (const { who, video, days, text, ...rest } of demoQuestions) {
    const id = demoVideoId(videoIds, video);
    const beforePurchase = "isBefore" in rest;
    const second = "second" in rest ? rest.second : null;
    const asker = await db
      .selectFrom("users")
      .innerJoin("videos", (join) => join.on("videos.id", "=", id))
      .leftJoin("sales", (join) =>
        join
          .onRef("sales.consumer_id", "=", "users.id")
          .on("sales.video_id", "=", id)
          .on("sales.status", "=", "completed"),
      )
      .select(["users.id", "videos.creator_id", "sales.id as sale_id"])
      .where("users.email", "=", who)
      .executeTakeFirst();
    if (!asker || beforePurchase === (asker.sale_id !== null)) continue;
    const at = (daysAgo: number) => ({ ...services, clock: () => new Date(Date.now() - daysAgo * day) });
    const by = { userId: asker.id, role: beforePurchase ? "visitor" : "learner" } as const;
    await askQuestion(at(days), { video: { id, creatorId: asker.creator_id }, by, form: { text, second } });
    if (!("answer" in rest)) continue;
    const question = await db
      .selectFrom("question_posts")
      .select("id")
      .where("video_id", "=", id)
      .where("text", "=", text)
      .executeTakeFirstOrThrow();
    await answerQuestion(at(days - 1), {
      videoId: id,
      questionId: question.id,
      by: { userId: asker.creator_id, role: "owner" },
      text: rest.answer,
      beforePurchase,
    });
  }
}
