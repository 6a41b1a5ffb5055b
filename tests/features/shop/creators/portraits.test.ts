/**
 * Portraits: encoded again, square and without metadata; the former one is removed, and a failure changes nothing.
 */
import sharp from "sharp";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { findCreator } from "~/features/shop/creators/creators.queries.server";
import { listPortraitKeys } from "~/features/videos/pictures/picture-paths";
import { isThumbnailKey } from "~/integrations/storage/storage-key";
import { action } from "~/routes/creator/profile";
import { ask } from "../../../support/ask";
import { breakStorage } from "../../../support/broken-storage";
import { fieldParts } from "../../../support/multipart";
import { makeCreator, type Person } from "../../../support/people";
import { listFiles } from "../../../support/stored";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { db, storage } = world.services;
let ana: Person;
let photo: Buffer;

beforeAll(async () => {
  photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#a33" } })
    .jpeg()
    .withExif({ IFD0: { Copyright: "Ana Criadora", ImageDescription: "rua de casa" } })
    .toBuffer();
});
beforeEach(async () => {
  ana = await makeCreator(world);
});

const profile = async () => {
  const found = await findCreator(db, ana.userId);
  if (!found) throw new Error("no profile");
  return found;
};

async function send(portrait: Uint8Array, changes: Record<string, string> = {}, at = world) {
  const { handle } = await profile();
  const fields = { handle, bio: "Ensina pão.", links: "exemplo.com.br", ...changes };
  const parts = [
    ...fieldParts(fields),
    { name: "portrait", fileName: "eu.jpg", type: "image/jpeg", content: portrait },
  ];
  return ask(at, action, { path: "/creator/profile", parts, cookie: ana.cookie });
}

const stored = async () =>
  (await listFiles(world.storageDir)).filter((path) => path.includes(`${ana.userId}/portraits/`));

test("a portrait is stored in two square sizes without metadata, under a public key", async () => {
  expect((await send(photo)).status).toBe(303);
  const { portrait_key: key, bio, links } = await profile();
  expect({ bio, links }).toEqual({ bio: "Ensina pão.", links: ["https://exemplo.com.br/"] });
  for (const size of listPortraitKeys(key ?? "")) {
    expect(isThumbnailKey(size.key)).toBe(true);
    const found = await storage.open(size.key);
    const chunks: Buffer[] = [];
    for await (const chunk of found?.body ?? []) chunks.push(chunk as Buffer);
    const meta = await sharp(Buffer.concat(chunks)).metadata();
    expect(meta).toMatchObject({ format: "webp", width: size.width, height: size.width });
    expect(meta.exif).toBeUndefined();
  }
});

test("a new portrait replaces the old one, and an empty field keeps it", async () => {
  await send(photo);
  const before = (await profile()).portrait_key;
  await send(Buffer.of(), { bio: "Outra coisa." });
  expect(await profile()).toMatchObject({ portrait_key: before, bio: "Outra coisa." });
  await send(photo);
  expect((await profile()).portrait_key).not.toBe(before);
  expect(await stored()).toHaveLength(2);
});

test.each([
  [
    "too large",
    () => Buffer.concat([photo, Buffer.alloc(5_242_881 - photo.length)]),
    "creators.portraitTooLarge",
  ],
  ["broken inside", () => photo.subarray(0, 200), "creators.portraitFormat"],
])(
  "an invalid portrait is refused beside the field, the input is kept and nothing is stored: %s",
  async (_, content, error) => {
    expect(await send(content(), { bio: "Mantido." })).toMatchObject({
      status: 400,
      data: { errors: { portrait: error }, values: { bio: "Mantido." } },
    });
    expect(await stored()).toEqual([]);
    expect(await profile()).toMatchObject({ bio: "", portrait_key: null });
  },
);

test("a portrait is removed again if the handle is taken", async () => {
  expect(await send(photo, { handle: "admin" })).toMatchObject({
    status: 400,
    data: { errors: { handle: "creators.handleTaken" } },
  });
  expect(await stored()).toEqual([]);
});

test("a store that fails half-way keeps the form and leaves no file", async () => {
  const fault = { operation: "put", key: /-96\.webp$/ } as const;
  const broken = { ...world, services: { ...world.services, storage: breakStorage(storage, fault) } };
  expect(await send(photo, { bio: "Mantido." }, broken)).toMatchObject({
    status: 503,
    data: { errors: { portrait: "creators.portraitFailed" }, values: { bio: "Mantido." } },
  });
  expect(await stored()).toEqual([]);
});

test("a preview stores nothing", async () => {
  expect(await send(photo, { intent: "preview", bio: "Só olhando." })).toMatchObject({
    status: 200,
    data: { preview: { bio: "Só olhando." } },
  });
  expect(await stored()).toEqual([]);
  expect((await profile()).bio).toBe("");
});
