/** Demo data: questions of the demo's buyers, some answered, through the same paths as anyone's. */
import { answerQuestion, askQuestion } from "../../app/features/shop/reviews/ask-question.server";
import type { Services } from "../../app/platform/services";
import { demoLearners } from "./people";
import { demoReviewers } from "./profiles";
import { demoVideoId } from "./videos";

const day = 86_400_000;

/** `video`: asset of one of `demoVideos`; `who` bought it. `answer`: the creator's, on the day after. */
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
    second: null,
    days: 9,
    text: "A aula serve para violão de doze cordas?",
    answer: "Serve. Os desenhos dos acordes são os mesmos; só a mão direita muda um pouco.",
  },
] as const;

/** Lets buyers ask under a video, and its creator answer. Those who have not bought it are left out. */
export async function addQuestions(services: Services, videoIds: readonly string[]): Promise<void> {
  const { db } = services;
  for (const { who, video, second, days, text, ...rest } of demoQuestions) {
    const id = demoVideoId(videoIds, video);
    const sale = await db
      .selectFrom("sales")
      .innerJoin("users", "users.id", "sales.consumer_id")
      .innerJoin("videos", "videos.id", "sales.video_id")
      .select(["sales.consumer_id", "videos.creator_id"])
      .where("users.email", "=", who)
      .where("sales.video_id", "=", id)
      .where("sales.status", "=", "completed")
      .executeTakeFirst();
    if (!sale) continue;
    const at = (daysAgo: number) => ({ ...services, clock: () => new Date(Date.now() - daysAgo * day) });
    const learner = { userId: sale.consumer_id, role: "learner" } as const;
    const asked = { video: { id, creatorId: sale.creator_id }, by: learner, form: { text, second } };
    await askQuestion(at(days), asked);
    if (!("answer" in rest)) continue;
    const question = await db
      .selectFrom("question_posts")
      .select("id")
      .where("video_id", "=", id)
      .where("text", "=", text)
      .executeTakeFirstOrThrow();
    const by = { userId: sale.creator_id, role: "owner" } as const;
    await answerQuestion(at(days - 1), { videoId: id, questionId: question.id, by, text: rest.answer });
  }
}
