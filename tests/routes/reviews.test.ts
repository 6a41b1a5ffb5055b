import { beforeAll, describe, expect, test } from "vitest";
import { Browser } from "../support/browser";
import { startHttpWorld } from "../support/http-app";
import { makeConsumer, makeCreator, type Person } from "../support/people";
import { addSale, addVideo } from "../support/rows";
import { salesAddress } from "../support/sales-address";
import { findRow } from "../support/tables";

const { world, db, port } = await startHttpWorld({ TRUSTED_PROXY_HOPS: "1" });
let ana: Person;
let beto: Person;
let videoId: string;
let salesPath: string;
let path: string;

beforeAll(async () => {
  ana = await makeCreator(world);
  beto = await makeConsumer(world);
  videoId = await addVideo(db, ana.userId);
  await addSale(db, { consumerId: beto.userId, videoId });
  path = `/videos/${videoId}/reviews`;
  salesPath = (await salesAddress(db, videoId)).path;
});

const as = (person?: Person) => new Browser({ port, cookie: person?.cookie });
const reviewId = async () => (await findRow(db, "reviews", { video_id: videoId }, "id"))?.id ?? "";

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

  test("who chooses no star gets the form back with the text, and the message beside the stars", async () => {
    const reply = await as(beto).post(path, { intent: "save", text: "Muito <boa> & clara" });
    expect(reply.status).toBe(400);
    expect(reply.body).toContain("Escolha de 1 a 5 estrelas.");
    expect(reply.body).toMatch(/<fieldset[^>]* aria-describedby="field-rating-error"/);
    expect(reply.body).toContain('id="field-rating-error"');
    expect(reply.body).toContain("Muito &lt;boa&gt; &amp; clara</textarea>");
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
});

describe("the form of reviews", () => {
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
});
