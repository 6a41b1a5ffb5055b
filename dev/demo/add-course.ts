/** Demo data: a course of one creator's videos, made and published through the same paths as anyone's. */
import { readFileSync } from "node:fs";
import { changeCourse, makeCourse } from "../../app/features/studio/courses/change-course.server";
import {
  makeThumbnail,
  planThumbnailUrl,
  storeThumbnail,
} from "../../app/features/videos/thumbnails/thumbnail.server";
import type { Services } from "../../app/platform/services";
import { earlier } from "./add-reviews";
import { demoVideos } from "./videos";

const assets = new URL("./assets/", import.meta.url);

/** `lessons`: assets of `demoVideos`. */
const demoCourse = {
  creator: 0,
  cover: "costura-basica",
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

/** Adds the course, with a free lesson and certificates. */
export async function addDemoCourse(
  services: Services,
  creatorIds: readonly string[],
  videoIds: readonly string[],
): Promise<void> {
  const creatorId = creatorIds[demoCourse.creator];
  if (!creatorId) throw new Error("the course has no creator");
  const then = earlier(services, age);
  const made = await makeCourse(then, creatorId, demoCourse.fields);
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  const { courseId } = made;
  const idOf = (asset: string) => videoIds[demoVideos.findIndex((video) => video.asset === asset)] ?? "";
  const change = async (fields: Record<string, string>, videos: readonly string[] = []) => {
    const sent = { fields, listOf: () => videos.map(idOf) };
    const changed = await changeCourse(then, { creatorId, courseId }, sent);
    if (!changed.ok) throw new Error(JSON.stringify(changed));
  };
  for (const { name, lessons } of demoCourse.sections)
    await change({ intent: "add", newSection: name }, lessons);
  await change({ intent: "free", videoId: idOf(demoCourse.free) });
  await change({ intent: "certify" });
  const cover = await makeThumbnail(
    readFileSync(new URL(`${demoCourse.cover}.webp`, assets)),
    demoCourse.cover,
  );
  if (!cover.ok) throw new Error(cover.error);
  const thumbnailUrl = planThumbnailUrl(creatorId, cover.thumbnail, then.clock());
  await storeThumbnail(services.storage, thumbnailUrl, cover.thumbnail);
  await services.db
    .updateTable("videos")
    .set({ thumbnail_url: thumbnailUrl, outcomes: [...demoCourse.outcomes], spoken_language: "pt" })
    .where("id", "=", courseId)
    .execute();
  await change({ intent: "publish" });
}
