/** A course of 300 lessons with many buyers: an added lesson costs one row, and its pages few times a video's. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { changeCourse } from "~/features/studio/courses/change-course.server";
import { maxLessons } from "~/features/videos/courses/lesson-order";
import { openAsOwner } from "../../../support/as-owner";
import { send } from "../../../support/browser";
import { startHttpApp } from "../../../support/http-app";
import { makeConsumer, makeSale } from "../../../support/people";
import { addCourse, addCreator, addVideo } from "../../../support/rows";
import { startTestWorld } from "../../../support/test-services";

const hard = Boolean(process.env.SABIA_HARD);
const buyers = hard ? 100_000 : 2_000;
const world = await startTestWorld();
const { port } = await startHttpApp(world);
const { db } = world.services;
const owner = await openAsOwner(db);

/** Grants a course and a video to further people, in parts within the limit of a statement's time. */
async function addBuyers(products: readonly string[]): Promise<void> {
  for (let from = 1; from <= buyers; from += 2_000)
    await sql`WITH people AS (
        INSERT INTO users (email)
        SELECT 'many-' || n || '@example.com' FROM generate_series(${sql.lit(from)}, ${sql.lit(from + 1_999)}) n
        RETURNING id
      )
      INSERT INTO access_grants (user_id, product_id, reason, granted_at, source_id)
      SELECT id, product, 'guest', now(), gen_random_uuid()
      FROM people, unnest(${sql.val(products)}::uuid[]) AS product`.execute(owner);
  await sql`ANALYZE`.execute(owner);
}

const count = async (table: string) =>
  (await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(table)}`.execute(owner)).rows[0]?.n ??
  0;

test(`a lesson added to a course of ${buyers} buyers writes one row and reaches all of them`, {
  timeout: 600_000,
}, async () => {
  const creatorId = await addCreator(db);
  const lessons: string[] = [];
  for (let at = 0; at < maxLessons; at++)
    lessons.push(await addVideo(db, creatorId, { title: `Aula ${at}` }));
  const video = await addVideo(db, creatorId, { title: "Sozinho" });
  const courseId = await addCourse(db, creatorId, lessons.slice(0, -1));
  await addBuyers([courseId, video]);
  const beto = await makeConsumer(world);
  for (const id of [courseId, video]) await makeSale(world, beto, id, "completed");

  const added = lessons.at(-1) ?? "";
  const before = { grants: await count("access_grants"), lessons: await count("course_lessons") };
  const form = { fields: { intent: "add" }, listOf: () => [added] };
  expect(await changeCourse(world.services, { creatorId, courseId }, form)).toMatchObject({ ok: true });
  expect({ grants: await count("access_grants"), lessons: await count("course_lessons") }).toEqual({
    ...before,
    lessons: before.lessons + 1,
  });
  const open = (path: string) => send(port, { path, headers: { Cookie: beto.cookie } });
  const lesson = `/watch/${added}?course=${courseId}`;
  expect((await open(lesson)).body).toContain(`/files/${creatorId}/`);

  if (!hard) return;
  const median = async (path: string) => {
    const times: number[] = [];
    for (let n = 0; n < 21; n++) {
      const began = performance.now();
      expect((await open(path)).status).toBe(200);
      times.push(performance.now() - began);
    }
    return times.sort((a, b) => a - b)[10] ?? Number.NaN;
  };
  const target = async (path: string) => String((await open(path)).headers.location ?? path);
  const watch = [await median(lesson), await median(`/watch/${video}`)] as const;
  const sales = [
    await median(await target(`/courses/${courseId}`)),
    await median(await target(`/videos/${video}`)),
  ] as const;
  const say = ([course, single]: readonly [number, number]) =>
    `${course.toFixed(0)} ms, ${(course / single).toFixed(1)} times a video's`;
  console.log(`Watch page of the course: ${say(watch)}. Its sales page: ${say(sales)}.`);
});
