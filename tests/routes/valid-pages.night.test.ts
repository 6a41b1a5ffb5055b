/**
 * Every page of the route table is valid HTML: with the demo data, for each role, in both languages, with what the
 * pages link to and the answers to empty forms.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertGift } from "~/features/orders/gifts/gifts.queries.server";
import { insertCertificate } from "~/features/playback/certificates/certificates.queries.server";
import { setFree } from "~/features/studio/courses/own-courses.queries.server";
import { videoPath } from "~/features/videos/listing/video-address";
import { type Database, openDatabase } from "~/platform/db.server";
import { startApp } from "../../dev/app-process";
import { addDemoData } from "../../dev/demo/add-demo-data";
import { demoAdmin, demoCreators, demoLearners, demoPassword } from "../../dev/demo/people";
import { startLocalWorld } from "../../dev/local-world";
import { findFreePort } from "../../dev/postgres/free-port";
import { addRarerStates, type Ids } from "../../dev/screens/add-rarer-states";
import { Browser, type Reply } from "../support/browser";
import { loadBuild } from "../support/http-app";
import { addCourse, addSale } from "../support/rows";
import { findHtmlErrors } from "../support/valid-html";
import { routeTable } from "./route-table";
import { fillIds, type Scene } from "./route-table-scene";

const build = await loadBuild();
const stops: (() => unknown)[] = [];
let db: Database;
let origin = "";
let port = 0;
let ids: Ids;
let scenes: Scene[] = [];
let morePages: string[] = [];

beforeAll(async () => {
  const dir = mkdtempSync(join(tmpdir(), "sabia-valid-"));
  stops.push(() => rmSync(dir, { recursive: true, force: true }));
  port = await findFreePort();
  origin = `http://localhost:${port}`;
  const world = await startLocalWorld({ dir, appUrl: origin, ephemeral: true });
  stops.push(world.stop);
  const env = { ...world.env, LOG_LEVEL: "error", TRUSTED_PROXY_HOPS: "1" };
  const app = await startApp(env, { quiet: true });
  stops.push(app.stop);
  await addDemoData(world);
  ids = await addRarerStates(world);
  db = openDatabase(world.databaseOwnerUrl, () => {}).db;
  stops.push(() => db.destroy());
  scenes = await findScenes();
  morePages = [...(await publishCourse()), await giveVideo()];
}, 240_000);
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

const [marina, , lia] = demoCreators;
const [rafael, claudia] = demoLearners;

/** Who visits: by the login that the product gives them. */
const visitors = [
  ["anonymous", undefined, ""],
  ["a learner with purchases", rafael, "/consumer-login"],
  ["another learner", claudia, "/consumer-login"],
  ["a creator", marina, "/creator-login"],
  ["a creator with suspended and unfinished videos", lia, "/creator-login"],
  ["an administrator", demoAdmin, "/admin-login"],
] as const;

/** Whose pages are read in English, too: together they have each page in both languages. */
const inEnglish = new Set<string>(["anonymous", "a learner with purchases", "a creator"]);

/** The addresses of the table about a sale of each status: their pages differ. */
async function findScenes(): Promise<Scene[]> {
  const sales = await db
    .selectFrom("sales")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .innerJoin("creator_handles", "creator_handles.creator_id", "videos.creator_id")
    .select([
      "sales.id",
      "sales.video_id",
      "videos.title",
      "sales.consumer_id",
      "videos.creator_id",
      "creator_handles.handle",
    ])
    .select("sales.provider_checkout_id")
    .distinctOn("sales.status")
    .orderBy("sales.status")
    .orderBy("sales.created_at")
    .execute();
  const review = await db.selectFrom("reviews").select("id").executeTakeFirstOrThrow();
  const question = await db.selectFrom("question_posts").select("id").executeTakeFirstOrThrow();
  return sales.map((sale) => ({
    videoId: sale.video_id,
    address: videoPath({ id: sale.video_id, title: sale.title }).slice("/videos/".length),
    saleId: sale.id,
    checkoutId: sale.provider_checkout_id ?? "",
    batchId: ids.batch,
    payoutId: ids.payout,
    handle: sale.handle,
    reviewId: review.id,
    questionId: question.id,
    // The placeholders of the table are filled from these two.
    userIds: { owner: sale.creator_id, "consumer whose sale is completed": sale.consumer_id },
  }));
}

/** Publishes a course whose first lesson is free, with a certificate. Returns the addresses of their pages. */
async function publishCourse(): Promise<string[]> {
  const videos = await db
    .selectFrom("videos")
    .innerJoin("users", "users.id", "videos.creator_id")
    .select(["videos.id", "videos.creator_id"])
    .where("users.email", "=", marina.email)
    .where("videos.published_at", "is not", null)
    .orderBy("videos.created_at")
    .limit(2)
    .execute();
  const [first] = videos;
  if (!first || videos.length < 2) throw new Error("too few videos in the demo");
  const title = "Violão do zero";
  const lessons = videos.map(({ id }) => id);
  const courseId = await addCourse(db, first.creator_id, lessons, { title });
  await setFree(db, { courseId, videoId: first.id, isFree: true });
  const page = videoPath({ id: courseId, title, lesson_count: lessons.length });
  return [
    page,
    `/courses/${courseId}/lessons/${first.id}`,
    `/creator/courses/${courseId}`,
    ...(await certify(courseId, title)),
  ];
}

/** Adds a course and its certificate for a learner of the demo. Returns the addresses of its pages. */
async function certify(courseId: string, courseTitle: string): Promise<string[]> {
  const { email } = rafael;
  const { id: userId } = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  await addSale(db, { consumerId: userId, videoId: courseId });
  const now = new Date();
  const certificate = { code: "0123456789AB", name: "Rafael Lima", courseTitle, seconds: 60 };
  await insertCertificate(db, {
    declared: false,
    ...certificate,
    userId,
    courseId,
    finishedAt: now,
    now,
  });
  return [`/courses/${courseId}/certificate`, "/certificates/0123-4567-89AB"];
}

/** A learner of the demo gives a video that nobody has taken yet. Returns the address of its page. */
async function giveVideo(): Promise<string> {
  const [{ id: consumerId }, { id: videoId }] = await Promise.all([
    db.selectFrom("users").select("id").where("email", "=", rafael.email).executeTakeFirstOrThrow(),
    db.selectFrom("videos").select("id").where("published_at", "is not", null).executeTakeFirstOrThrow(),
  ]);
  const saleId = await addSale(db, { consumerId, videoId, isGift: true });
  await insertGift(db, { saleId, locale: "pt", email: "bia@example.com", message: null, deliverAt: null });
  return `/purchases/${saleId}/gift`;
}

async function enter(person: { email: string } | undefined, login: string): Promise<Browser> {
  const browser = new Browser({ port, origin });
  if (!person) return browser;
  const form = { intent: "login", email: person.email, password: demoPassword };
  const answer = await browser.post(login, form);
  if (answer.status !== 303) throw new Error(`${person.email} got ${answer.status} at ${login}`);
  return browser;
}

/** What Remix writes after `</html>`: scripts with the data of its stream. */
const remixTail = /^(?:<script[^>]*>(?:(?!<\/script>)[\s\S])*<\/script>|<!--[^>]*-->|\s)*$/;

/** Ids of the routes that were shown, layouts included. */
const shown = new Set<string>();
/** Each error with the first address that has it. */
const errors = new Map<string, string>();
/** Pages checked of each kind, for a visitor. */
const checked = new Map<string, number>();
/** How many pages of a kind are checked, and how many linked ones are read. */
const maxOfKind = 2;

/** Whether a response is no page, one like those that were checked, or one that was checked now. */
type Checked = "noPage" | "alike" | "checked";

/** Notes the errors of a page, and its routes unless it is an error page. */
async function check({ status, headers, location, body }: Reply, asked: string): Promise<Checked> {
  if (location !== null || !String(headers["content-type"]).startsWith("text/html")) return "noPage";
  const modules = /__remixRouteModules = \{([^}]*)\}/.exec(body)?.[1] ?? "";
  const routes = [...modules.matchAll(/"([^"]+)":/g)].map(([, id = ""]) => id);
  for (const id of routes) if (status === 200 || id === "routes/system/not-found") shown.add(id);
  const [who = "", path = "/"] = asked.split(/: \S+ /);
  const kind = `${who} ${status} ${/<html[^>]*lang="[^"]*"/.exec(body)} ${routes} ${kindOf(path)}`;
  const before = checked.get(kind) ?? 0;
  checked.set(kind, before + 1);
  if (before >= maxOfKind) return "alike";
  const end = body.lastIndexOf("</html>") + "</html>".length;
  expect(body.slice(end), asked).toMatch(remixTail);
  for (const error of await findHtmlErrors(body.slice(0, end), "page")) {
    const text = error.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "…");
    if (!errors.has(text)) errors.set(text, asked);
  }
  return "checked";
}

/** Pages that differ in ids and values alone are of one kind. */
function kindOf(path: string): string {
  const { pathname, searchParams } = new URL(path, origin);
  const kind = pathname
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ":id")
    .replace(/^\/creators\/.*/, "/creators/:handle");
  return `${kind}?${[...new Set(searchParams.keys())].sort()}`;
}

async function visitAll(browser: Browser, who: string): Promise<void> {
  const ofTable = Object.values(routeTable).flatMap(({ path }) =>
    scenes.map((scene) => `/${fillIds(path, scene)}`),
  );
  const waiting = [...ofTable, ...morePages];
  const known = new Set<string>();
  const kinds = new Map<string, number>();
  const add = (path: string) => {
    const kind = kindOf(path);
    const before = kinds.get(kind) ?? 0;
    if (before >= maxOfKind || known.has(path)) return;
    kinds.set(kind, before + 1);
    waiting.push(path);
  };
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (known.has(path)) continue;
    known.add(path);
    const { pathname } = new URL(path, origin);
    // Ends the session.
    if (pathname === "/logout") continue;
    const reply = await browser.get(path);
    const found = await check(reply, `${who}: GET ${path}`);
    if (found === "noPage") continue;
    for (const [, link = ""] of reply.body.matchAll(/<(?:a|link rel="alternate")\b[^>]*\bhref="(\/[^"#]*)/g))
      add(link.replaceAll("&amp;", "&"));
    // Languages differ in texts: a page like those that were checked is like them in English, too.
    if (found === "alike" || path.includes("lng=") || !inEnglish.has(who)) continue;
    const english = `${path}${path.includes("?") ? "&" : "?"}lng=en`;
    await check(await browser.get(english), `${who}: GET ${english}`);
  }
}

/** The pages that answer an empty form. */
async function sendEmptyForms(browser: Browser, who: string): Promise<void> {
  const [scene] = scenes;
  if (!scene) throw new Error("the demo has no sale");
  for (const { path, change } of Object.values(routeTable)) {
    if (!change || path === "logout") continue;
    const address = `/${fillIds(path, scene)}`;
    const boundary = "a-boundary-of-no-part";
    const reply = change.multipart
      ? await browser.ask({
          method: "POST",
          path: address,
          body: `--${boundary}\r\nContent-Disposition: form-data; name="nothing"\r\n\r\n\r\n--${boundary}--\r\n`,
          headers: { "Content-Type": `multipart/form-data; boundary=${boundary}`, Origin: origin },
        })
      : await browser.post(address);
    await check(reply, `${who}: POST ${address}`);
  }
}

describe.sequential("valid pages", () => {
  test.each(visitors)("%s gets valid HTML", { timeout: 600_000 }, async (who, person, login) => {
    errors.clear();
    const browser = await enter(person, login);
    await visitAll(browser, who);
    await sendEmptyForms(browser, who);
    expect([...errors].map(([error, asked]) => `${asked}\n  ${error}`)).toEqual([]);
  });

  test("the set-up of two-step verification is valid HTML", async () => {
    errors.clear();
    const browser = await enter(claudia, "/consumer-login");
    const path = "/account/second-factor";
    const password = demoPassword;
    await browser.post(path, { intent: "begin", password });
    const begun = await browser.get(path);
    await check(begun, "begun");
    const secret = /(?:[A-Z2-7]{4} ){4,}[A-Z2-7]{4}/.exec(begun.body)?.[0].replaceAll(" ", "") ?? "";
    const code = new TOTP({ secret }).generate();
    expect((await browser.post(path, { intent: "confirm", code, password })).status).toBe(303);
    await check(await browser.get(path), "on");
    const next = new Browser({ port, origin });
    const form = { intent: "login", email: claudia.email, password };
    expect((await next.post("/consumer-login", form)).location).toMatch(/^\/second-step/);
    for (const address of ["/second-step", "/second-step?lng=en"])
      await check(await next.get(address), address);
    await check(await next.post("/second-step", { code: "000" }), "a wrong code");
    expect([...errors]).toEqual([]);
  });

  test("the check finds an error in a page, and an element after its end", async () => {
    errors.clear();
    const { body, ...reply } = await new Browser({ port, origin }).get("/terms");
    const wrong = body.replace("</h1>", "</h1><p><div>inner</div></p><img src=x>");
    await check({ ...reply, body: wrong }, "planted: GET /terms");
    expect([...errors.keys()].join("\n")).toMatch(/element-permitted-content|close-order/);
    await expect(check({ ...reply, body: `${body}<p>late</p>` }, "late: GET /terms")).rejects.toThrow();
  });

  test("every route with a page was visited", () => {
    const pages = Object.values(build.routes).filter((route) => route?.module.default);
    expect(pages.map((route) => route?.id).filter((id) => id && !shown.has(id))).toEqual([]);
  });
});
