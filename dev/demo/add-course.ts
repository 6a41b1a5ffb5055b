/** Two courses, made and published through the same paths as anyone's. */
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { saveReport } from "../../app/features/playback/access/watch-positions.queries.server";
import { codeLength, makeCertificateCode } from "../../app/features/playback/certificates/certificate-rules";
import { insertCertificate } from "../../app/features/playback/certificates/certificates.queries.server";
import { findCompletion } from "../../app/features/playback/certificates/issue-certificate.server";
import { insertNote } from "../../app/features/playback/notes/notes.queries.server";
import { changeCourse, makeCourse } from "../../app/features/studio/courses/change-course.server";
import {
  makeThumbnail,
  planThumbnailUrl,
  storeThumbnail,
} from "../../app/features/videos/pictures/thumbnail.server";
import type { Services } from "../../app/platform/services";
import { buyAndPay, type DemoPayments, earlier } from "./add-reviews";
import { demoLearners } from "./people";
import { demoVideoId } from "./videos";

const day = 86_400_000;
const assets = new URL("./assets/", import.meta.url);

/** `lessons`: assets of `demoVideos`. The learner is at the third lesson of the first, and has completed the second. */
const demoCourses = [
  {
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
  },
  {
    creator: 2,
    free: undefined,
    fields: {
      title: "Da janela à mesa: temperos e fotos com luz natural",
      description:
        "A mesma janela serve para os dois: os vasos crescem nela, e a luz dela faz a foto.\n\nDuas aulas curtas, para um fim de semana em casa.",
      price: "39,00",
      topic: "casa-e-jardim",
    },
    outcomes: ["Ter temperos frescos o ano todo", "Fotografar comida com o celular, sem lâmpada"],
    sections: [{ name: "", lessons: ["horta-em-apartamento", "fotografia-com-celular"] }],
  },
] as const;

/** Between the fourth and the fifth of the shop's newest videos. */
const age = (60 * 24 + 31) * 3_600_000;

export async function addDemoCourses(
  services: Services,
  creatorIds: readonly string[],
  videoIds: readonly string[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const course of demoCourses) ids.push(await addCourse(services, course, { creatorIds, videoIds }));
  return ids;
}

async function addCourse(
  services: Services,
  demoCourse: (typeof demoCourses)[number],
  { creatorIds, videoIds }: { creatorIds: readonly string[]; videoIds: readonly string[] },
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
  if (demoCourse.free) await change({ intent: "free", videoId: idOf(demoCourse.free) });
  await change({ intent: "certify" });
  const cover = await makeThumbnail(await drawCover(lessonsOf(demoCourse)), "cover");
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

const lessonsOf = ({ sections }: (typeof demoCourses)[number]): string[] =>
  sections.flatMap(({ lessons }) => [...lessons]);

function drawCover(lessons: readonly string[]): Promise<Buffer> {
  const [width, height] = [1280, 720];
  const rows = Math.ceil(lessons.length / 2);
  const places = lessons.map(async (lesson, index) => ({
    input: await sharp(fileURLToPath(new URL(`${lesson}.webp`, assets)))
      .resize(width / 2 - 4, Math.floor(height / rows) - (rows - 1) * 4)
      .toBuffer(),
    left: (index % 2) * (width / 2 + 4),
    top: Math.floor(index / 2) * (height / 2 + 4),
  }));
  const ground = sharp({ create: { width, height, channels: 3, background: "#fdf8ef" } });
  return Promise.all(places).then((covers) => ground.composite(covers).webp().toBuffer());
}

/** Of each lesson: two are done, the third is begun, the last is not. */
const watchedSeconds = [12, 2460, 760];

const notes = [
  { second: 192, text: "O dedo três não levanta: é a dobradiça da troca." },
  { second: 580, text: "Treinar com o metrônomo em 60, cinco minutos por dia." },
];

interface DemoLearner {
  person: { userId: string; email: string };
  courseIds: readonly string[];
  videoIds: readonly string[];
}

/** A learner buys by Pix, watches the first up to its third lesson, writes notes, and completes the second. */
export async function takeDemoCourses(
  services: Services,
  payments: DemoPayments,
  { person, courseIds: [begun = "", finished = ""], videoIds }: DemoLearner,
): Promise<void> {
  const { db } = services;
  const [first, second] = demoCourses;
  const idsOf = (course: (typeof demoCourses)[number]) =>
    lessonsOf(course).map((asset) => demoVideoId(videoIds, asset));
  await buyAndPay(services, payments, { ...person, videoId: finished, ago: 9 * day });
  await buyAndPay(services, payments, { ...person, videoId: begun, ago: 2 * day });
  const watch = (videoId: string, seconds: number, { done, ago }: { done: boolean; ago: number }) => {
    const report = { videoId, userId: person.userId, seconds, range: [0, seconds] as const, done };
    return saveReport(db, { ...report, now: earlier(services, ago).clock() });
  };
  for (const [index, videoId] of idsOf(second).entries()) {
    const { duration_seconds: seconds } = await db
      .selectFrom("videos")
      .select("duration_seconds")
      .where("id", "=", videoId)
      .executeTakeFirstOrThrow();
    await watch(videoId, seconds ?? 0, { done: true, ago: (8 - index) * day });
  }
  // Not by `issueOrCorrectCertificate`: the access is of today, and nobody watches an hour in a moment.
  const owner = { userId: person.userId, courseId: finished };
  const now = earlier(services, 7 * day - 3_600_000).clock();
  const { finishedAt, watched } = await findCompletion(db, owner, now);
  if (!finishedAt) throw new Error("the second course is not completed");
  const code = makeCertificateCode(randomBytes(codeLength));
  const named = { name: demoLearners[0].fullName, courseTitle: second.fields.title };
  await insertCertificate(db, { ...owner, ...watched, ...named, code, finishedAt, now });
  for (const [index, videoId] of idsOf(first).slice(0, watchedSeconds.length).entries())
    await watch(videoId, watchedSeconds[index] ?? 0, { done: index < 2, ago: 0 });
  const third = { userId: person.userId, videoId: idsOf(first)[2] ?? "" };
  await db.transaction().execute(async (trx) => {
    for (const note of notes) await insertNote(trx, { ...third, ...note, now: new Date() });
  });
}
