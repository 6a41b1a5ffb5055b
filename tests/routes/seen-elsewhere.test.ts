/** What messengers and search engines get of the public pages: tags, pictures, the sitemap. */

import { beforeAll, expect, test } from "vitest";
import { coverJpegPath } from "~/features/videos/pictures/picture-paths";
import { asOwner } from "../support/as-owner";
import { type Reply, send } from "../support/browser";
import { startHttpWorld } from "../support/http-app";
import { makeCreator, makeVideo } from "../support/people";
import { addCreator, addVideo } from "../support/rows";
import { salesAddress } from "../support/sales-address";
import { readRow, setRows } from "../support/tables";
import { appUrl } from "../support/test-services";

const { world, port } = await startHttpWorld();
let videoId: string;
beforeAll(async () => {
  videoId = await addVideo(world.services.db, await addCreator(world.services.db), { title: "Pão <&> café" });
});

const get = (path: string): Promise<Reply> => send(port, { path });

function tagOf(html: string, property: string): string | undefined {
  return new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(html)?.[1];
}

test.each([
  "/",
  "/marketplace",
  "/creator-register",
  "/creator-login",
  "/consumer-login",
  "/videos/pao-cafe-{id}",
])("%s has a description, an address and an existing share picture", async (pattern) => {
  const { body, status } = await get(pattern.replace("{id}", videoId.slice(0, 8)));
  expect(status).toBe(200);
  expect(
    body.match(/<meta name="description" content="[^"]{20,}|<meta name="description" content="Em casa/g),
  ).toHaveLength(1);
  expect(tagOf(body, "og:url")).toBe(appUrl + pattern.replace("{id}", videoId.slice(0, 8)));
  expect(tagOf(body, "og:locale")).toBe("pt_BR");
  const picture = tagOf(body, "og:image") ?? "";
  expect(picture).toMatch(new RegExp(`^${appUrl}/`));
  const image = await get(picture.slice(appUrl.length));
  expect([image.status, image.headers["content-type"]]).toEqual([200, "image/jpeg"]);
});

test("the JPEG of a cover for mails may be shown by other sites", async () => {
  const id = await makeVideo(world, await makeCreator(world));
  const { thumbnail_url } = await readRow(world.services.db, "videos", { id }, "thumbnail_url");
  const { status, headers } = await get(coverJpegPath(thumbnail_url) ?? "");
  expect([status, headers["content-type"]]).toEqual([200, "image/jpeg"]);
  expect(headers["cache-control"]).toBe("public, max-age=86400, s-maxage=60");
  for (const path of [coverJpegPath(thumbnail_url) ?? "", "/icon-192.png"])
    expect((await get(path)).headers["cross-origin-resource-policy"]).toBe("cross-origin");
  expect((await get("/share/covers/nothing/a.jpg")).status).toBe(404);
});

test("JSON-LD cannot close its script element", async () => {
  const { db } = world.services;
  const id = await addVideo(db, await addCreator(db), { title: "</script><script>alert(1)</script>" });
  const { body } = await get((await salesAddress(db, id)).path);
  expect(body).not.toContain("<script>alert(1)");
});

test("the sitemap has the pages and the videos in both languages", async () => {
  const { body, headers } = await get("/sitemap.xml");
  expect(headers["content-type"]).toBe("application/xml; charset=utf-8");
  expect(headers["cache-control"]).toBe("public, max-age=3600");
  expect(body).toContain(`<loc>${appUrl}/videos/pao-cafe-${videoId.slice(0, 8)}</loc>`);
  expect(body).toContain(`<loc>${appUrl}/videos/pao-cafe-${videoId.slice(0, 8)}?lng=en</loc>`);
  expect(body.endsWith("</urlset>\n")).toBe(true);
});

test("a video's preview is in the sitemap; the video itself is not", async () => {
  const { db } = world.services;
  const id = await addVideo(db, await addCreator(db), { title: "Com <prévia>" });
  const entryOf = async () =>
    new RegExp(`<url><loc>${appUrl}/videos/com-previa-${id.slice(0, 8)}</loc>.*</url>`).exec(
      (await get("/sitemap.xml")).body,
    )?.[0];
  const preview = { preview_kind: "excerpt", preview_key: `${id}/1.mp4`, preview_length: 6 } as const;
  await setRows(db, "videos", { id }, { ...preview, preview_status: "waiting" });
  expect(await entryOf()).not.toContain("<video:video>");
  await setRows(db, "videos", { id }, { preview_status: "ready" });
  const entry = await entryOf();
  expect(entry).toContain("<video:title>Com &lt;prévia&gt;</video:title>");
  expect(entry).toContain(`<video:content_loc>${appUrl}/previews/${id}/1.mp4</video:content_loc>`);
  expect(entry).toContain("<video:duration>6</video:duration>");
  const [, picture = ""] = /<video:thumbnail_loc>([^<]+)</.exec(entry ?? "") ?? [];
  expect((await get(picture.slice(appUrl.length))).status).toBe(200);
});

test("a shop larger than one sitemap file has an index, whose parts have every video once", async () => {
  const { db } = world.services;
  const all = new Set(
    [...(await get("/sitemap.xml")).body.matchAll(/\/videos\/([a-z0-9-]+-[0-9a-f]{8})<\/loc>/g)].map(
      ([, id]) => id,
    ),
  );
  expect(all.size).toBeGreaterThan(1);
  // A running count beyond one part; the rows stay few.
  await asOwner(db, "INSERT INTO running_counts VALUES ('videos', 99, 5000)");
  const index = (await get("/sitemap.xml")).body;
  const parts = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, href = ""]) => href.slice(appUrl.length));
  expect(parts).toHaveLength(17);
  const listed: (string | undefined)[] = [];
  for (const part of parts) {
    const { status, body } = await get(part);
    expect(status).toBe(200);
    listed.push(...[...body.matchAll(/\/videos\/([a-z0-9-]+-[0-9a-f]{8})<\/loc>/g)].map(([, id]) => id));
  }
  expect(listed.sort()).toEqual([...all].sort());
  expect((await get("/sitemaps/zz.xml")).status).toBe(404);
  await asOwner(db, "DELETE FROM running_counts WHERE part = 99");
});

test("a creator's page has its picture and is in the sitemap if a video is for sale", async () => {
  const { db } = world.services;
  const creatorId = await addCreator(db, "Lia Nakamura");
  const { handle } = await readRow(db, "creator_profiles", { user_id: creatorId }, "handle");
  expect((await get("/sitemap.xml")).body).not.toContain(`/creators/${handle}<`);
  expect((await get(`/share/creators/${creatorId}/a.jpg`)).status).toBe(404);
  await addVideo(db, creatorId);
  expect((await get("/sitemap.xml")).body).toContain(`<loc>${appUrl}/creators/${handle}</loc>`);
  const { body } = await get(`/creators/${handle}`);
  expect(tagOf(body, "og:type")).toBe("profile");
  const picture = await get((tagOf(body, "og:image") ?? "").slice(appUrl.length));
  expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/jpeg"]);
  expect(picture.headers["cache-control"]).toBe("public, max-age=86400, s-maxage=60");
});
