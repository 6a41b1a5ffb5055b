import { expect, test } from "vitest";
import { findPastedVideoId } from "~/features/videos/listing/listing.queries.server";
import "~/i18n/i18next.server";
import { loader } from "~/routes/learner/sales-page";
import { ask } from "../../../support/ask";
import { addCreator } from "../../../support/rows";
import { addRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { db } = world.services;
const creatorId = await addCreator(db);
const id = "7f80f745-1d2c-4b3a-9e8f-001122334455";
let minutes = 0;
/** Adds a video with an id of the test's choice, each a minute younger than the one before. */
const addWithId = async (title: string, videoId: string) => {
  minutes += 1;
  const at = new Date(Date.UTC(2026, 0, 1, 0, minutes));
  await addRows(db, "videos", {
    id: videoId,
    creator_id: creatorId,
    title,
    description: "Em casa",
    price_cents: 4990,
    video_type: "cloudflare",
    video_url: `v/${videoId}.mp4`,
    created_at: at,
    published_at: at,
  });
  return videoId;
};
await addWithId("Violão para iniciantes", id);

const open = (part: string, query = "") =>
  ask(world, loader, { path: `/videos/${part}${query}`, params: { videoId: part } });

test("a video's page is at its slug and short id", async () => {
  const { data, status } = await open("violao-para-iniciantes-7f80f745");
  expect(status).toBe(200);
  expect(data).toMatchObject({ video: { id } });
  expect(JSON.stringify((data as { head: unknown }).head)).toContain(
    "/videos/violao-para-iniciantes-7f80f745",
  );
});

test.each([
  ["the whole id", id, ""],
  ["a former title", "violao-7f80f745", ""],
  ["capitals", "Violao-Para-Iniciantes-7F80F745", ""],
  ["no slug", "7f80f745", "?lng=en&utm_source=mail"],
])("a video's page is found from %s by a permanent redirect that keeps the query", async (_, part, query) => {
  expect(await open(part, query)).toMatchObject({
    status: 301,
    location: `/videos/violao-para-iniciantes-7f80f745${query}`,
  });
});

test("a video's page keeps its former links when its title changes", async () => {
  const videoId = await addWithId("Bolo de fubá", "11111111-1d2c-4b3a-9e8f-001122334455");
  await setRows(db, "videos", { id: videoId }, { title: "Bolo de cenoura" });
  expect(await open("bolo-de-fuba-11111111")).toMatchObject({
    status: 301,
    location: "/videos/bolo-de-cenoura-11111111",
  });
});

test("two videos whose ids begin alike are distinguished by their slugs, and by their complete ids even with one title", async () => {
  const older = await addWithId("Crochê", "22222222-1d2c-4b3a-9e8f-001122334455");
  const other = await addWithId("Tricô", "22222222-2d2c-4b3a-9e8f-001122334455");
  const twin = await addWithId("Crochê", "22222222-3d2c-4b3a-9e8f-001122334455");
  expect((await open("croche-22222222")).data).toMatchObject({ video: { id: older } });
  expect((await open("trico-22222222")).data).toMatchObject({ video: { id: other } });
  expect(await open(older)).toMatchObject({ status: 301, location: "/videos/croche-22222222" });
  expect((await open(twin)).data).toMatchObject({ video: { id: twin } });
});

test.each([
  ["an address", "https://sabia.test/videos/violao-para-iniciantes-7f80f745?lng=en", id],
  ["an address with a former title", " https://sabia.test/videos/violao-7f80f745 ", id],
  ["a whole id", `https://sabia.test/watch/${id}`, id],
  ["an address of nothing", "https://sabia.test/videos/violao-00000000", undefined],
  ["another text", "violão", undefined],
])("the video of the pasted address %s is found", async (_, text, found) => {
  expect(await findPastedVideoId(db, text)).toBe(found);
});
