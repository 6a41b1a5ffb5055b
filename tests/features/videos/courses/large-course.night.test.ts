/** A course of 300 lessons with many buyers: an added lesson costs one row, and its pages at most twice a video's. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { changeCourse } from "~/features/studio/courses/change-course.server";
import { saveLessons, setFree } from "~/features/studio/courses/own-courses.queries.server";
import { maxLessons } from "~/features/videos/courses/lesson-order";
import { openAsOwner } from "../../../support/as-owner";
import { send } from "../../../support/browser";
import { startHttpApp } from "../../../support/http-app";
import { makeConsumer, makeSale } from "../../../support/people";
import { addCourse, addCreator, addVideo } from "../../../support/rows";
import { startTestWorld } from "../../../support/test-services";

const buyers = 20_000;
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

  const target = async (path: string) => String((await open(path)).headers.location ?? path);
  const salesPage = await target(`/courses/${courseId}`);
  const videoPage = await target(`/videos/${video}`);
  const measure = async (path: string) => {
    const { status, body } = await open(path);
    expect(status).toBe(200);
    return { elements: body.match(/<[a-z]/g)?.length ?? 0, bytes: Buffer.byteLength(body) };
  };
  const compared = [
    ["Watch page", lesson, `/watch/${video}`],
    ["Watch page with another part", `${lesson}&part=2`, `/watch/${video}`],
    ["Sales page", salesPage, videoPage],
    ["Sales page with another part", `${salesPage}?part=4`, videoPage],
  ] as const;
  for (const [name, ofCourse, ofVideo] of compared) {
    const [course, single] = [await measure(ofCourse), await measure(ofVideo)];
    const ratios = { elements: course.elements / single.elements, bytes: course.bytes / single.bytes };
    console.log(
      `${name}: ${ratios.elements.toFixed(2)} times a video's elements, ${ratios.bytes.toFixed(2)} its bytes.`,
    );
    expect(Math.max(ratios.elements, ratios.bytes), name).toBeLessThan(2);
  }
});

test("every lesson of a long course is reached without script, free ones play, and each section says what it has", {
  timeout: 240_000,
}, async () => {
  const creatorId = await addCreator(db);
  const now = new Date();
  const lessons: { videoId: string; section: string }[] = [];
  for (const [section, count] of [
    ["Base", 8],
    ["Ritmo", 70],
    ["Repertório", 12],
  ] as const)
    for (let at = 0; at < count; at++)
      lessons.push({ videoId: await addVideo(db, creatorId, { title: `${section} ${at}` }), section });
  const ids = lessons.map(({ videoId }) => videoId);
  const courseId = await addCourse(db, creatorId, ids);
  await saveLessons(db, { courseId, lessons, now });
  const free = ids.at(-1) ?? "";
  await setFree(db, { courseId, videoId: free, isFree: true });
  const ana = await makeConsumer(world);
  await makeSale(world, ana, courseId, "completed");

  const listed = async (path: string, lessonPath: RegExp, cookie: string) => {
    const found = new Set<string>();
    const page = async (address: string) => {
      const { body } = await send(port, { path: address, headers: { Cookie: cookie } });
      const html = body.replaceAll("&amp;", "&");
      for (const [, id] of html.matchAll(lessonPath)) if (id) found.add(id);
      return html;
    };
    const first = await page(path);
    const parts = new Set([...first.matchAll(/href="([^"#]*[?&]part=\d+)[^"]*#part-/g)].map(([, to]) => to));
    expect(parts.size).toBeGreaterThan(1);
    for (const to of parts) await page(to ?? "");
    return { first, found };
  };
  const uuid = "[0-9a-f-]{36}";
  const beside = await listed(
    `/watch/${ids[40]}?course=${courseId}`,
    new RegExp(`href="/watch/(${uuid})\\?course=`, "g"),
    ana.cookie,
  );
  expect([...beside.found].sort()).toEqual([...ids].sort());
  expect(beside.first).toContain(`href="/watch/${ids[41]}?course=${courseId}"`);

  const { headers } = await send(port, { path: `/courses/${courseId}` });
  const shop = await listed(
    String(headers.location),
    new RegExp(`href="/courses/${courseId}/lessons/(${uuid})"`, "g"),
    "",
  );
  expect([...shop.found]).toEqual([free]);
  const text = shop.first.replace(/<script[\s\S]*?<\/script>/g, "").replace(/<[^>]*>/g, " ");
  expect(text).toContain("3 partes · 90 aulas");
  expect(text).toMatch(/1\. Base\s+8 aulas/);
  expect(text).toMatch(/2\. Ritmo\s+Aulas 9 a 32/);
  expect(text).toMatch(/2\. Ritmo\s+Aulas 57 a 78/);
  expect(text).toMatch(/3\. Repertório\s+12 aulas[^A-Z]*1 aula grátis/);
});
