/** Demo data: a course of one creator's videos, made and published through the same paths as anyone's. */
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { saveReport } from "../../app/features/playback/access/watch-positions.queries.server";
import { insertNote } from "../../app/features/playback/notes/notes.queries.server";
import { changeCourse, makeCourse } from "../../app/features/studio/courses/change-course.server";
import {
  makeThumbnail,
  planThumbnailUrl,
  storeThumbnail,
} from "../../app/features/videos/pictures/thumbnail.server";
import type { Services } from "../../app/platform/services";
import { buyAndPay, type DemoPayments, earlier } from "./add-reviews";
import { demoVideoId } from "./videos";

const assets = new URL("./assets/", import.meta.url);

/** `lessons`: assets of `demoVideos`. */
const demoCourse = {
  creator: 0,
  free: "cafe-coado",
  fields: {
    title: "Fim de semana criativo: quatro ofícios para começar",
    description:
      "Quatro ofícios em um fim de semana: coar um café de verdade, salvar a roupa de que você gosta, tocar a primeira música e montar um vídeo com ritmo.\n\nCada aula termina com algo pronto nas mãos. Faça na ordem, ou comece pelo que mais chama você.",
    price: "99,00",
    topic: "costura-e-artesanato",
  },
  outcomes: [
    "Coar um café equilibrado sem equipamento caro",
    "Consertar um rasgo e pregar um botão que não cai",
    "Tocar uma música inteira no violão",
    "Cortar um vídeo no celular no ritmo da música",
  ],
  sections: [
    { name: "Mãos à obra", lessons: ["cafe-coado", "costura-basica"] },
    { name: "Som e imagem", lessons: ["violao-para-iniciantes", "edicao-de-video"] },
  ],
} as const;

/** Between the fourth and the fifth of the shop's newest videos, in milliseconds before now. */
const age = (60 * 24 + 31) * 3_600_000;

/** Adds the course, with a free lesson and certificates, and returns its id. */
export async function addDemoCourse(
  services: Services,
  creatorIds: readonly string[],
  videoIds: readonly string[],
): Promise<string> {
  const creatorId = creatorIds[demoCourse.creator];
  if (!creatorId) throw new Error("the course has no creator");
  const then = earlier(services, age);
  const made = await makeCourse(then, creatorId, demoCourse.fields);
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  const { courseId } = made;
  const idOf = (asset: string) => demoVideoId(videoIds, asset);
  const change = async (fields: Record<string, string>, videos: readonly string[] = []) => {
    const sent = { fields, listOf: () => videos.map(idOf) };
    const changed = await changeCourse(then, { creatorId, courseId }, sent);
    if (!changed.ok) throw new Error(JSON.stringify(changed));
  };
  for (const { name, lessons } of demoCourse.sections)
    await change({ intent: "add", newSection: name }, lessons);
  await change({ intent: "free", videoId: idOf(demoCourse.free) });
  await change({ intent: "certify" });
  const cover = await makeThumbnail(await drawCover(), "cover");
  if (!cover.ok) throw new Error(cover.error);
  const thumbnailUrl = planThumbnailUrl(creatorId, cover.thumbnail, then.clock());
  await storeThumbnail(services.storage, thumbnailUrl, cover.thumbnail);
  await services.db
    .updateTable("videos")
    .set({ thumbnail_url: thumbnailUrl, outcomes: [...demoCourse.outcomes], spoken_language: "pt" })
    .where("id", "=", courseId)
    .execute();
  await change({ intent: "publish" });
  return courseId;
}

const lessons = demoCourse.sections.flatMap((section) => [...section.lessons]);

/** Returns the covers of the four lessons, two by two. */
function drawCover(): Promise<Buffer> {
  const [width, height] = [1280, 720];
  const places = lessons.map(async (lesson, index) => ({
    input: await sharp(fileURLToPath(new URL(`${lesson}.webp`, assets)))
      .resize(width / 2 - 4, height / 2 - 4)
      .toBuffer(),
    left: (index % 2) * (width / 2 + 4),
    top: Math.floor(index / 2) * (height / 2 + 4),
  }));
  const ground = sharp({ create: { width, height, channels: 3, background: "#fdf8ef" } });
  return Promise.all(places).then((covers) => ground.composite(covers).webp().toBuffer());
}

/** Seconds that a learner has watched of each lesson: two are done, the third is begun, the last is not. */
const watchedSeconds = [12, 2460, 760];

/** Notes on the third lesson. */
const notes = [
  { second: 192, text: "O dedo três não levanta: é a dobradiça da troca." },
  { second: 580, text: "Treinar com o metrônomo em 60, cinco minutos por dia." },
];

/** Lets a learner buy the course, by Pix, watch it up to the third lesson, and write notes there. */
export async function takeDemoCourse(
  services: Services,
  payments: DemoPayments,
  {
    person,
    courseId,
    videoIds,
  }: {
    person: { userId: string; email: string };
    courseId: string;
    videoIds: readonly string[];
  },
): Promise<void> {
  await buyAndPay(services, payments, { ...person, videoId: courseId, ago: 2 * 24 * 3_600_000 });
  for (const [index, seconds] of watchedSeconds.entries()) {
    const videoId = demoVideoId(videoIds, lessons[index] ?? "");
    const report = { videoId, userId: person.userId, seconds, range: [0, seconds] as const };
    await saveReport(services.db, { ...report, done: index < 2, now: new Date() });
  }
  const third = { userId: person.userId, videoId: demoVideoId(videoIds, lessons[2] ?? "") };
  await services.db.transaction().execute(async (trx) => {
    for (const note of notes) await insertNote(trx, { ...third, ...note, now: new Date() });
  });
}
