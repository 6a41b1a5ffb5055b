/** Reviews over HTTP, without script: who is sent where, what the page says, and that text is text. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { reviewLimit } from "~/features/shop/reviews/review-form";
import { Browser } from "../support/browser";
import { startHttpApp } from "../support/http-app";
import { makeConsumer, makeCreator, type Person } from "../support/people";
import { addSale, addVideo } from "../support/rows";
import { salesAddress } from "../support/sales-address";
import { startTestWorld } from "../support/test-services";

const world = await startTestWorld({ TRUSTED_PROXY_HOPS: "1" });
const { port } = await startHttpApp(world);
const { db } = world.services;
let ana: Person;
let beto: Person;
let admin: Person;
let videoId: string;
let salesPath: string;
let path: string;

beforeAll(async () => {
  ana = await makeCreator(world);
  beto = await makeConsumer(world);
  admin = await makeConsumer(world);
  await db.insertInto("user_roles").values({ user_id: admin.userId, role: "admin" }).execute();
  videoId = await addVideo(db, ana.userId);
  await addSale(db, { consumerId: beto.userId, videoId });
  path = `/videos/${videoId}/reviews`;
  salesPath = (await salesAddress(db, videoId)).path;
});

const as = (person?: Person) => new Browser({ port, cookie: person?.cookie });
const reviewId = async () =>
  (await db.selectFrom("reviews").select("id").where("video_id", "=", videoId).executeTakeFirst())?.id ?? "";

describe("a buyer", () => {
  test("has the form on the sales page and, once the video is completed, on the watch page, and others have none", async () => {
    const watchPath = `/watch/${videoId}`;
    expect((await as(beto).get(watchPath)).body).not.toContain('name="rating"');
    const now = new Date();
    await db
      .insertInto("watch_positions")
      .values({ user_id: beto.userId, video_id: videoId, seconds: 5, done_at: now, updated_at: now })
      .execute();
    for (const page of [salesPath, watchPath]) {
      expect((await as(beto).get(page)).body).toContain('name="rating"');
      expect((await as(ana).get(page)).body).not.toContain('name="rating"');
    }
    expect((await as().get(salesPath)).body).not.toContain('name="rating"');
  });

  test("has the form in the first page that a process renders, without script", async () => {
    // A copy is loaded anew: the other build's lazy components are there already.
    const copy = mkdtempSync("build/server-");
    onTestFinished(() => rmSync(copy, { recursive: true }));
    cpSync("build/server", copy, { recursive: true });
    const build = await import(/* @vite-ignore */ pathToFileURL(resolve(copy, "index.js")).href);
    const first = await startHttpApp(world, { build });
    const { body } = await new Browser({ port: first.port, cookie: beto.cookie }).get(salesPath);
    expect(body).toContain('name="rating"');
    expect(body).not.toContain('<template id="B:');
  });

  test("who chooses no star gets the form back with the text, and the message beside the stars", async () => {
    const reply = await as(beto).post(path, { intent: "save", text: "Muito <boa> & clara" });
    expect(reply.status).toBe(400);
    expect(reply.body).toContain("Escolha de 1 a 5 estrelas.");
    expect(reply.body).toMatch(/<fieldset[^>]* aria-describedby="field-rating-error"/);
    expect(reply.body).toContain('id="field-rating-error"');
    expect(reply.body).toContain("Muito &lt;boa&gt; &amp; clara</textarea>");
  });

  test("who sends too long a text keeps the chosen stars", async () => {
    const reply = await as(beto).post(path, { intent: "save", rating: "4", text: "a".repeat(2_001) });
    expect(reply.status).toBe(400);
    expect(reply.body).toContain("Use até 2.000 caracteres.");
    expect(reply.body).toMatch(
      /<input[^>]*type="radio"[^>]*checked=""[^>]*value="4"|value="4"[^>]*checked=""/,
    );
  });

  test("publishes a review, which anyone reads as text with first name and initial, without an e-mail", async () => {
    const text = "<script>alert(1)</script>\r\n\r\nveja https://exemplo.com.br\u0007";
    const reply = await as(beto).post(path, { intent: "save", rating: "4", text, back: "watch" });
    expect([reply.status, reply.location]).toEqual([303, `/watch/${videoId}`]);
    for (const page of [salesPath, path]) {
      const { body } = await as().get(page);
      expect(body).toContain("&lt;script&gt;alert(1)&lt;/script&gt;\n\nveja https://exemplo.com.br</p>");
      expect(body).not.toContain("<script>alert(1)");
      expect(body).not.toMatch(/href="https:\/\/exemplo/);
      expect(body).toContain("Beto A.");
      expect(body).not.toContain("Beto Aluno");
      expect(body).not.toContain(beto.email);
      expect(body).not.toContain(ana.email);
      expect(body).toContain("4 de 5 estrelas");
    }
  });

  test("who sends a review twice has one", async () => {
    const browser = as(beto);
    await Promise.all([1, 2].map(() => browser.post(path, { intent: "save", rating: "5", text: "Boa" })));
    const { body } = await as().get(`${salesPath}?lng=en`);
    expect(body).toContain("1 review by buyers".replace("buyers", "a buyer"));
  });
});

describe("the form of reviews", () => {
  test("leads a visitor to the login and back to the reviews", async () => {
    const reply = await as().post(path, { intent: "report", reviewId: await reviewId() });
    expect([reply.status, reply.location]).toEqual([
      303,
      `/consumer-login?redirectTo=${encodeURIComponent(path)}`,
    ]);
  });

  test("is refused to a person without a purchase, and the input is kept", async () => {
    const stranger = await makeConsumer(world);
    const reply = await as(stranger).post(path, { intent: "save", rating: "1", text: "Ruim" });
    expect(reply.status).toBe(403);
    expect(reply.body).toContain("Só quem comprou este vídeo");
  });

  test("lets the creator reply, and refuses a reply without text beside its field", async () => {
    const id = await reviewId();
    const refused = await as(ana).post(path, { intent: "reply", reviewId: id, text: " " });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatch(new RegExp(`<textarea[^>]*aria-describedby="reply-${id}-error`));
    const reply = await as(ana).post(path, { intent: "reply", reviewId: id, text: "Obrigada!" });
    expect(reply.status).toBe(303);
    expect((await as().get(path)).body).toContain("Obrigada!");
    expect((await as(beto).post(path, { intent: "reply", reviewId: id, text: "Eu!" })).status).toBe(404);
  });

  test.each([
    [{}, 400],
    [{ intent: "hide" }, 400],
    [{ intent: "report" }, 404],
    [{ intent: "report", reviewId: "nada" }, 404],
    [{ intent: "report", reviewId: "ffffffff-0000-4000-8000-000000000000" }, 404],
    [{ intent: "reply", reviewId: "ffffffff-0000-4000-8000-000000000000", text: "x" }, 404],
  ])("answers %j with %i", async (form, status) => {
    expect((await as(await makeConsumer(world)).post(path, form)).status).toBe(status);
  });

  test.each(["/videos/nada/reviews", "/videos/ffffffff-0000-4000-8000-000000000000/reviews"])(
    "answers %s with 404",
    async (nowhere) => {
      expect((await as().get(nowhere)).status).toBe(404);
      expect((await as(beto).post(nowhere, { intent: "save", rating: "5" })).status).toBe(404);
    },
  );
});

describe("the moderation of reviews", () => {
  test("lists a reported review, which is hidden with a reason and leaves the page", async () => {
    const id = await reviewId();
    await as(ana).post(path, { intent: "report", reviewId: id, text: "Ofensa a <alguém>" });
    const list = await as(admin).get("/admin/reviews");
    expect(list.body).toContain("Ofensa a &lt;alguém&gt;");
    const empty = await as(admin).post("/admin/reviews", { intent: "hide", reviewId: id, reason: "" });
    expect(empty.status).toBe(400);
    expect(empty.body).toMatch(new RegExp(`<textarea[^>]*aria-describedby="reason-${id}-error`));
    const hidden = await as(admin).post("/admin/reviews", { intent: "hide", reviewId: id, reason: "Ofensa" });
    expect([hidden.status, hidden.location]).toEqual([303, "/admin/reviews"]);
    expect((await as().get(path)).body).not.toContain("Beto A.");
    expect((await as(beto).get(path)).body).toContain("ocultada pela moderação");
    const again = await as(admin).post("/admin/reviews?list=hidden", { intent: "unhide", reviewId: id });
    expect([again.status, again.location]).toEqual([303, "/admin/reviews?list=hidden"]);
    expect((await as().get(path)).body).toContain("Beto A.");
  });
});

test("more reviews than the hourly limit are refused with a message, and the text is kept", async () => {
  const dora = await makeConsumer(world);
  await addSale(db, { consumerId: dora.userId, videoId });
  const browser = as(dora);
  for (let n = 0; n < reviewLimit.tries; n += 1) await browser.post(path, { intent: "delete" });
  const reply = await browser.post(path, { intent: "save", rating: "5", text: "Finalmente" });
  expect(reply.status).toBe(429);
  expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
  expect(reply.body).toContain("Finalmente</textarea>");
});
