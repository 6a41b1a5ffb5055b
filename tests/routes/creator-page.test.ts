/** A creator's public page over HTTP: what it shows, where old and odd handles lead, and what it never says. */

import { beforeAll, describe, expect, test } from "vitest";
import { findCreator } from "~/features/shop/creators/creators.queries.server";
import { upsertReview } from "~/features/shop/reviews/reviews.queries.server";
import { Browser } from "../support/browser";
import { startHttpWorld } from "../support/http-app";
import { fieldParts, type Part } from "../support/multipart";
import { makeConsumer, makeCreator, makeImage, type Person, signIn } from "../support/people";
import { addSale, addVideo } from "../support/rows";
import { readRows, setRows } from "../support/tables";

const { world, db, port } = await startHttpWorld({ TRUSTED_PROXY_HOPS: "1" });
const nobody = new Browser({ port });
let ana: Person;
let handle: string;

const handleOf = async (userId: string) => (await findCreator(db, userId))?.handle ?? "";

beforeAll(async () => {
  ana = await makeCreator(world);
  handle = await handleOf(ana.userId);
  const videoId = await addVideo(db, ana.userId, { title: "Pão de forma" });
  const beto = await makeConsumer(world);
  await addSale(db, { consumerId: beto.userId, videoId });
  await upsertReview(db, { videoId, userId: beto.userId, rating: 4, text: "Clara", now: new Date() });
});

const post = ({ cookie }: Person, fields: Record<string, string>, files: Part[] = []) =>
  new Browser({ port, cookie }).postParts("/creator/profile", [...fieldParts(fields), ...files]);

/** The page of a new creator who has a video for sale. */
async function makeSeller() {
  const person = await makeCreator(world);
  await addVideo(db, person.userId);
  return { person, page: `/creators/${await handleOf(person.userId)}` };
}

describe("the page of a creator", () => {
  test("shows name, text, links, portrait, figures, videos and reviews, and no other data of anyone", async () => {
    const bio = "Ensina <b>pão</b>.\nEm casa.";
    const portrait = { name: "portrait", fileName: "eu.png", content: await makeImage() };
    const saved = await post(ana, { handle, bio, links: "exemplo.com.br/receitas" }, [portrait]);
    expect([saved.status, saved.location]).toEqual([303, "/creator/profile"]);
    const { status, body } = await nobody.get(`/creators/${handle}`);
    expect(status).toBe(200);
    expect(body).toContain("Ensina &lt;b&gt;pão&lt;/b&gt;.\nEm casa.");
    expect(body).toMatch(
      /<a href="https:\/\/exemplo\.com\.br\/receitas" rel="ugc nofollow noopener"[^>]*>exemplo\.com\.br\/receitas<\/a>/,
    );
    for (const shown of ["Pão de forma", "Clara", "Beto A.", "4,0", "Alunos"]) expect(body).toContain(shown);
    for (const { email } of await readRows(db, "users", {}, "email")) expect(body).not.toContain(email);
    expect(body).not.toContain("pix.example");
    const shownPortrait = /\/thumbnails\/[^" ]+\/portraits\/[^" ]+-96\.webp/.exec(body)?.[0] ?? "";
    const picture = await nobody.get(shownPortrait);
    expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/webp"]);
    expect(picture.headers["cache-control"]).toBe("public, max-age=86400, s-maxage=60");
  });

  test("redirects permanently from a handle in other case, that a sentence ends and an old one, in the same language", async () => {
    for (const typed of [handle.toUpperCase(), `${handle}...`, `${handle}%22`, `${handle}%E2%80%9D.`]) {
      const shared = await nobody.get(`/creators/${typed}?lng=en`);
      expect([shared.status, shared.location]).toEqual([301, `/creators/${handle}?lng=en`]);
    }
    const { person: caio, page } = await makeSeller();
    expect((await post(caio, { handle: "chef-caio", bio: "", links: "" })).status).toBe(303);
    const old = await nobody.get(`${page}?lng=en`);
    expect([old.status, old.location]).toEqual([301, "/creators/chef-caio?lng=en"]);
  });

  test.each(["nada-disso", "nada-disso.", ".", "admin", "%00", "a%2Fb", "%F0%9F%90%A6", "x".repeat(300)])(
    "is 404 for %s",
    async (odd) => expect((await nobody.get(`/creators/${odd}`)).status).toBe(404),
  );

  test("is 404 for a suspended creator, at the old address too", async () => {
    const { person: dora, page } = await makeSeller();
    expect((await nobody.get(page)).status).toBe(200);
    await setRows(db, "users", { id: dora.userId }, { suspended_at: new Date() });
    expect((await nobody.get(page)).status).toBe(404);
  });

  test("is visible only to its creator without a video for sale", async () => {
    const dora = await makeCreator(world);
    const page = `/creators/${await handleOf(dora.userId)}`;
    expect((await nobody.get(page)).status).toBe(404);
    const own = await new Browser({ port, cookie: dora.cookie }).get(page);
    expect(own.status).toBe(200);
    expect(own.body).toContain("Só você vê esta página");
  });

  test("lists its videos page by page", async () => {
    const dora = await makeCreator(world);
    for (let n = 0; n < 26; n += 1) await addVideo(db, dora.userId, { title: `Aula ${n}.` });
    const page = `/creators/${await handleOf(dora.userId)}`;
    const first = (await nobody.get(page)).body;
    const next = /href="(\/creators\/[^"]+\?after=[^"]+)"/.exec(first)?.[1] ?? "";
    const second = (await nobody.get(next)).body;
    const titles = (body: string) => [...new Set(body.match(/Aula \d+\./g))];
    expect(titles(first)).toHaveLength(24);
    expect([...titles(first), ...titles(second)]).toHaveLength(26);
  });
});

describe("the form of a creator's page", () => {
  test("has a message beside each invalid field, and keeps all values", async () => {
    const { status, body } = await post(ana, { handle: "a_", bio: "b".repeat(601), links: "http://a.b" });
    expect(status).toBe(400);
    for (const field of ["handle", "bio", "links"]) {
      expect(body).toMatch(new RegExp(`aria-describedby="field-${field}-error`));
      expect(body).toContain(`id="field-${field}-error"`);
    }
    expect(body).toContain('value="a_"');
    expect(body).toContain("http://a.b</textarea>");
  });

  test("requires a recent proof for a changed handle, and for nothing else", async () => {
    const who = { ...ana, cookie: await signIn(world, ana.userId) };
    world.advance(11 * 60_000);
    const page = await new Browser({ port, cookie: who.cookie }).get("/creator/profile");
    expect(page.body).toMatch(/<input[^>]*name="password"/);
    expect(page.body).toContain("Só para mudar o endereço da página.");
    expect((await post(who, { handle, bio: "Outra.", links: "" })).status).toBe(303);
    const form = { handle: `${handle}-novo`, bio: "Mais outra.", links: "" };
    for (const password of ["", "not it"]) {
      const refused = await post(who, { ...form, password });
      expect(refused.status).toBe(400);
      expect(refused.body).toContain('id="field-password-error"');
      expect(refused.body).toContain(form.handle);
      expect(refused.body).toContain("Mais outra.");
      expect(refused.body).not.toContain("not it");
    }
    expect(await handleOf(ana.userId)).toBe(handle);
    expect((await post(who, { ...form, password: ana.password })).status).toBe(303);
    expect(await handleOf(ana.userId)).toBe(form.handle);
    await setRows(db, "creator_profiles", { user_id: ana.userId }, { handle });
  });
});
