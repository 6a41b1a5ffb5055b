import sharp from "sharp";
import { expect, test } from "vitest";
import { changeCourse, coverFromLessons, makeCourse } from "~/features/studio/courses/change-course.server";
import { findOwnCourse, listOwnLessons } from "~/features/studio/courses/own-courses.queries.server";
import {
  makeThumbnail,
  planThumbnailUrl,
  readStoredThumbnail,
  storeThumbnail,
} from "~/features/videos/pictures/thumbnail.server";
import { addCreator, addVideo } from "../../../support/rows";
import { setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const { services } = await startTestWorld();
const { db, storage, clock } = services;
const fields = { title: "Violão do zero", description: "Do primeiro acorde à música.", price: "99,00" };

async function makeWith(videoIds: string[], creatorId: string): Promise<string> {
  const made = await makeCourse(services, creatorId, fields, videoIds);
  if (!made.ok) throw new Error("the course was refused");
  return made.courseId;
}

const lessonsOf = async (courseId: string) =>
  (await listOwnLessons(db, courseId)).map(({ videoId }) => videoId);

test("a new course has the chosen videos of its creator, each once, and may be published from two on", async () => {
  const [creatorId, other] = [await addCreator(db), await addCreator(db)];
  const [first, second] = [await addVideo(db, creatorId), await addVideo(db, creatorId)];
  const theirs = await addVideo(db, other);
  expect(await lessonsOf(await makeWith([second, first, second, theirs, "x"], creatorId))).toEqual([
    second,
    first,
  ]);
  expect(await makeCourse(services, creatorId, fields, [first, second])).toMatchObject({ publishable: true });
  for (const few of [[], [first, theirs]])
    expect(await makeCourse(services, creatorId, fields, few)).toMatchObject({ publishable: false });
});

test("a dragged lesson takes the place of the one it is dropped on", async () => {
  const creatorId = await addCreator(db);
  const ids = [await addVideo(db, creatorId), await addVideo(db, creatorId), await addVideo(db, creatorId)];
  const courseId = await makeWith(ids, creatorId);
  const sent = {
    fields: { intent: "move", videoId: ids[0] ?? "", to: ids[2] ?? "" },
    listOf: () => [],
  };
  expect(await changeCourse(services, { creatorId, courseId }, sent)).toEqual({ ok: true, done: "saved" });
  expect(await lessonsOf(courseId)).toEqual([ids[1], ids[2], ids[0]]);
});

test("a course without a cover gets those of its lessons, and keeps one that it has", async () => {
  const creatorId = await addCreator(db);
  const ids = [await addVideo(db, creatorId), await addVideo(db, creatorId)];
  for (const [at, id] of ids.entries()) {
    const picture = sharp({
      create: { width: 960, height: 540, channels: 3, background: at ? "#00f" : "#f00" },
    });
    const made = await makeThumbnail(await picture.png().toBuffer(), "capa");
    if (!made.ok) throw new Error(made.error);
    const url = planThumbnailUrl(creatorId, made.thumbnail, clock());
    await storeThumbnail(storage, url, made.thumbnail);
    await setRows(db, "videos", { id }, { thumbnail_url: url });
  }
  const courseId = await makeWith(ids, creatorId);
  const own = { creatorId, courseId };
  await coverFromLessons(services, own);
  const url = (await findOwnCourse(db, own))?.thumbnail_url ?? "";
  const cover = await readStoredThumbnail(storage, url);
  const { data, info } = await sharp(cover?.images[960]).raw().toBuffer({ resolveWithObject: true });
  const colourAt = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * info.channels).subarray(0, 3),
  ];
  // Lessons one and two above; the first fills the gaps.
  const [red, blue] = [colourAt(100, 100), colourAt(800, 100)];
  expect((red[0] ?? 0) > 200 && (blue[2] ?? 0) > 200).toBe(true);
  await coverFromLessons(services, own);
  expect((await findOwnCourse(db, own))?.thumbnail_url).toBe(url);
});
