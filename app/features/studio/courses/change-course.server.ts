import sharp from "sharp";
import { z } from "zod";
import { fieldMessage, typedText } from "~/features/base/form-fields/typed-text";
import { sellAlone } from "~/features/studio/own-videos/edit-video.server";
import { described, priced } from "~/features/studio/uploads/upload-form";
import {
  addLessons,
  maxLessons,
  minLessons,
  moveLesson,
  moveSection,
  type PlacedLesson,
  placeLesson,
  renameSection,
  sectionMaxLength,
} from "~/features/videos/courses/lesson-order";
import { publishUpload } from "~/features/videos/media/publish-video.queries.server";
import {
  makeThumbnail,
  planThumbnailUrl,
  readStoredThumbnail,
  removeThumbnail,
  storeThumbnail,
} from "~/features/videos/pictures/thumbnail.server";
import { setMissingThumbnail } from "~/features/videos/pictures/youtube-thumbnails.queries.server";
import type { MessageKey } from "~/i18n/message-key";
import type { Db } from "~/platform/db.server";
import { type FormProblem, parseFields, problemWith } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import type { Services } from "~/platform/services";
import { queueAddedLessons } from "./added-lessons.server";
import {
  findOwnCourse,
  insertCourse,
  listOwnLessons,
  listOwnVideoIds,
  lockOwnCourse,
  type OwnCourse,
  saveLessons,
  setCertifies,
  setFree,
} from "./own-courses.queries.server";

/** The same fields, rules and messages as of a video. */
const courseForm = priced(
  z.object({
    title: described.title,
    description: described.description,
    price: described.price,
    topic: described.topic,
  }),
);

const sectionName = typedText().max(sectionMaxLength, fieldMessage("courses.sectionTooLong")).default("");

/** A new section takes precedence. */
const addForm = z.object({ section: sectionName, newSection: sectionName });

const renameForm = z.object({ section: sectionName, name: sectionName });

/** That each lesson is a published video of the creator is decided when it is added (`listOwnVideoIds`). */
export function mayPublishCourse(lessonCount: number): boolean {
  return lessonCount >= minLessons;
}

export function judgeLessonCount(
  lessonCount: number,
  { isPublished }: { isPublished: boolean },
): "tooFew" | "tooMany" | undefined {
  if (isPublished && !mayPublishCourse(lessonCount)) return "tooFew";
  return lessonCount > maxLessons ? "tooMany" : undefined;
}

interface Sent {
  fields: Record<string, string>;
  listOf: (name: string) => string[];
}

/** `firstLessonIds`: those of other creators are left out. */
export async function makeCourse(
  { db, clock }: Pick<Services, "db" | "clock">,
  creatorId: string,
  fields: Record<string, string>,
  firstLessonIds: readonly string[] = [],
): Promise<{ ok: true; courseId: string; publishable: boolean } | { ok: false; problem: FormProblem }> {
  const form = parseFields(courseForm, fields);
  if (!form.ok) return form;
  const { title, description, price, topic } = form.value;
  const now = clock();
  const course = { creatorId, title, description, priceCents: price, topicSlug: topic, now };
  const lessonIds = [...new Set(firstLessonIds.flatMap((id) => parseId(id) ?? []))].slice(0, maxLessons);
  const draft = await db.transaction().execute(async (trx) => {
    const courseId = await insertCourse(trx, course);
    if (!courseId) return undefined;
    const videoIds = await listOwnVideoIds(trx, { creatorId, videoIds: lessonIds });
    if (videoIds.length > 0) await saveLessons(trx, { courseId, lessons: addLessons([], videoIds, ""), now });
    return { courseId, publishable: mayPublishCourse(videoIds.length) };
  });
  if (draft) return { ok: true, ...draft };
  return { ok: false, problem: problemWith(fields, { form: "courses.tooMany" }) };
}

type ChangedCourse =
  | { ok: true; done: "saved" | "published" }
  | { ok: false; error: "notFound" }
  | { ok: false; problem: FormProblem };

/**
 * Changes the lessons as one form of the page asks, or publishes the course. Unknown lessons and intents change
 * nothing.
 */
export async function changeCourse(
  { db, clock }: Pick<Services, "db" | "clock">,
  ownCourse: OwnCourse,
  sent: Sent,
): Promise<ChangedCourse> {
  return db.transaction().execute(async (trx) => {
    const course = await lockOwnCourse(trx, ownCourse);
    if (!course) return { ok: false, error: "notFound" };
    const now = clock();
    const { fields } = sent;
    const { courseId } = ownCourse;
    const refuse = (errors: Record<string, MessageKey>): ChangedCourse => ({
      ok: false,
      problem: problemWith(fields, errors),
    });
    const before = await listOwnLessons(trx, courseId);
    if (fields.intent === "publish") {
      if (!mayPublishCourse(before.length)) return refuse({ form: "courses.tooFew" });
      await publishUpload(trx, { videoId: courseId, now });
      return { ok: true, done: "published" };
    }
    if (fields.intent === "free" || fields.intent === "notFree") {
      const videoId = parseId(fields.videoId);
      if (videoId) await setFree(trx, { courseId, videoId, isFree: fields.intent === "free" });
      return { ok: true, done: "saved" };
    }
    if (fields.intent === "certify" || fields.intent === "notCertify") {
      await setCertifies(trx, { ...ownCourse, certifies: fields.intent === "certify" });
      return { ok: true, done: "saved" };
    }
    if (fields.intent === "onlyInCourses" || fields.intent === "alsoAlone") {
      const lesson = before.find(({ videoId }) => videoId === fields.videoId);
      const soldAlone = fields.intent === "alsoAlone";
      if (lesson)
        await sellAlone(trx, { creatorId: ownCourse.creatorId, videoId: lesson.videoId, soldAlone });
      return { ok: true, done: "saved" };
    }
    const placed = before.map(({ videoId, section }) => ({ videoId, section }));
    const after = await decideLessons(trx, ownCourse, placed, sent);
    if ("errors" in after) return refuse(after.errors);
    const refusal = judgeLessonCount(after.lessons.length, { isPublished: course.published_at !== null });
    if (refusal === "tooFew") return refuse({ form: "courses.tooFew" });
    if (refusal === "tooMany") return refuse({ videos: "courses.tooManyLessons" });
    await saveLessons(trx, { courseId, lessons: after.lessons, now });
    if (course.published_at && after.lessons.length > before.length)
      await queueAddedLessons(trx, courseId, now);
    return { ok: true, done: "saved" };
  });
}

type Decided = { lessons: PlacedLesson[] } | { errors: Record<string, MessageKey> };

async function decideLessons(
  trx: Db,
  { creatorId }: OwnCourse,
  lessons: PlacedLesson[],
  { fields, listOf }: Sent,
): Promise<Decided> {
  const direction = fields.direction === "up" ? "up" : "down";
  switch (fields.intent) {
    case "add": {
      const form = parseFields(addForm, fields);
      if (!form.ok) return { errors: form.problem.errors };
      const chosenIds = listOf("videos").flatMap((id) => parseId(id) ?? []);
      const videoIds = await listOwnVideoIds(trx, {
        creatorId,
        videoIds: [...new Set(chosenIds)].slice(0, maxLessons),
      });
      if (videoIds.length === 0) return { errors: { videos: "courses.noneChosen" } };
      return { lessons: addLessons(lessons, videoIds, form.value.newSection || form.value.section) };
    }
    case "move":
      return {
        lessons: fields.to
          ? placeLesson(lessons, fields.videoId ?? "", fields.to)
          : moveLesson(lessons, fields.videoId ?? "", direction),
      };
    case "moveSection":
      return { lessons: moveSection(lessons, fields.section ?? "", direction) };
    case "rename": {
      const form = parseFields(renameForm, fields);
      if (!form.ok) return { errors: form.problem.errors };
      return { lessons: renameSection(lessons, form.value.section, form.value.name) };
    }
    case "remove":
      return { lessons: lessons.filter(({ videoId }) => videoId !== fields.videoId) };
    default:
      return { lessons };
  }
}

const [width, height] = [480, 270];

/** Makes a cover from those of the first four lessons; with fewer, the first is repeated. */
export async function coverFromLessons(
  { db, storage, clock }: Pick<Services, "db" | "storage" | "clock">,
  ownCourse: OwnCourse,
): Promise<void> {
  const course = await findOwnCourse(db, ownCourse);
  if (!course || course.thumbnail_url) return;
  const lessons = await listOwnLessons(db, ownCourse.courseId);
  const urls = lessons.flatMap(({ thumbnail_url: url }) => url ?? []).slice(0, 4);
  const thumbnails = await Promise.all(urls.map((url) => readStoredThumbnail(storage, url)));
  const covers = thumbnails.flatMap((cover) => (cover ? [cover.images[480]] : []));
  const [first] = covers;
  if (!first) return;
  const joined = await sharp({
    create: { width: 2 * width, height: 2 * height, channels: 3, background: "#000" },
  })
    .composite(
      [0, 1, 2, 3].map((at) => ({
        input: covers[at] ?? first,
        left: (at % 2) * width,
        top: Math.floor(at / 2) * height,
      })),
    )
    .png()
    .toBuffer();
  const result = await makeThumbnail(joined, "aulas");
  if (!result.ok) return;
  const url = planThumbnailUrl(ownCourse.creatorId, result.thumbnail, clock());
  let isSet = false;
  try {
    await storeThumbnail(storage, url, result.thumbnail);
    isSet = await setMissingThumbnail(db, ownCourse.courseId, url);
  } finally {
    if (!isSet) await removeThumbnail(storage, url);
  }
}
