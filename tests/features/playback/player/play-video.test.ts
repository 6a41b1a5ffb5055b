import { beforeAll, describe, expect, test } from "vitest";
import { playLinkSeconds } from "~/features/base/files/link-lifetime";
import type { SaleStatus } from "~/features/money/ledger/sale-status";
import { playVideo } from "~/features/playback/player/play-video.server";
import { deleteVideo } from "~/features/studio/own-videos/delete-video.server";
import { noteConversion } from "~/features/videos/media/conversions.queries.server";
import { loader as marketplace } from "~/routes/learner/marketplace";
import { loader as salesPage } from "~/routes/learner/sales-page";
import { ask } from "../../../support/ask";
import { breakStorage } from "../../../support/broken-storage";
import { makeConsumer, makeCreator, makeSale, makeVideo, type Person } from "../../../support/people";
import { addSale, addVideo } from "../../../support/rows";
import { salesAddress } from "../../../support/sales-address";
import { readRow, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db } = services;
const youtubeId = "dQw4w9WgXcQ";
let ana: Person;
let uploaded: string;
let linked: string;

beforeAll(async () => {
  ana = await makeCreator(world);
  uploaded = await makeVideo(world, ana);
  linked = await makeVideo(world, ana, { source: "youtube", youtubeUrl: `https://youtu.be/${youtubeId}` });
});

const keyOfUpload = async () => (await readRow(db, "videos", { id: uploaded }, "video_url")).video_url ?? "";

/** Every kind of viewer and the expected result (product.md, Video access). */
const buyers: [SaleStatus | "nothing", { access: string; holding?: object }][] = [
  ["nothing", { access: "mustBuy", holding: { failed: false } }],
  ["pending", { access: "mustBuy", holding: { failed: false } }],
  ["failed", { access: "mustBuy", holding: { failed: true } }],
  ["processing", { access: "processing" }],
  ["completed", { access: "bought" }],
  ["refunded", { access: "mustBuy", holding: { kind: "none", ended: { why: "refunded" } } }],
  ["disputed", { access: "disputed" }],
];

describe.each([
  ["an uploaded video", () => uploaded],
  ["a linked video", () => linked],
])("%s on the watch page", (_, videoOf) => {
  test.each(buyers)(
    "gives a buyer whose sale is %s what is theirs, and reveals nothing more",
    async (status, shown) => {
      const beto = await makeConsumer(world);
      if (status !== "nothing") await addSale(db, { consumerId: beto.userId, videoId: videoOf(), status });
      const watched = await playVideo(services, beto, videoOf());
      expect(watched).toMatchObject(shown);
      expect("player" in watched).toBe(shown.access === "bought");
      if (shown.access !== "bought") await expectNoSecrets(watched);
    },
  );
});

test.each([
  [{ state: "waiting" }, "converting"],
  [{ state: "failed", reason: "unreadable" }, "unreadable"],
] as const)(
  "before it is bought, a conversion in the state %j warns of %s on the sales page, in the list and on the watch page",
  async (conversion, doubt) => {
    const videoId = await makeVideo(world, ana);
    const beto = await makeConsumer(world);
    const asked = await salesAddress(services.db, videoId);
    const listed = async () => {
      const { data } = await ask(world, marketplace, { path: "/marketplace" });
      return (data as { videos: { id: string; inDoubt: boolean }[] }).videos.find(({ id }) => id === videoId);
    };
    expect((await ask(world, salesPage, asked)).data).toMatchObject({ doubt: undefined });
    expect(await listed()).toMatchObject({ inDoubt: false });
    expect(await playVideo(services, beto, videoId)).not.toHaveProperty("doubt");

    await noteConversion(db, videoId, { ...conversion, now: services.clock() });
    expect((await ask(world, salesPage, asked)).data).toMatchObject({ doubt });
    expect(await listed()).toMatchObject({ inDoubt: true });
    expect(await playVideo(services, beto, videoId)).toMatchObject({ access: "mustBuy", doubt });
  },
);

/** Neither a storage location nor a YouTube id. */
async function expectNoSecrets(watched: unknown) {
  const shown = JSON.stringify(watched);
  const key = await keyOfUpload();
  for (const secret of [key, key.split("/").at(-1) ?? "", youtubeId, "youtube.com", "signature"])
    expect(shown).not.toContain(secret);
}

test("a sale of one video gives no access to another", async () => {
  const beto = await makeConsumer(world);
  await makeSale(world, beto, linked);
  expect((await playVideo(services, beto, uploaded)).access).toBe("mustBuy");
});

test.each(["unknown", "unpublished"])(
  "a video that is %s is not found, by its creator either",
  async (which) => {
    const hidden = await addVideo(db, ana.userId, { published: false });
    const id = which === "unknown" ? "00000000-0000-4000-8000-000000000000" : hidden;
    for (const viewer of [ana, await makeConsumer(world)])
      expect(await playVideo(services, viewer, id)).toEqual({ access: "notFound" });
  },
);

test("a deleted video is still watched by its buyer, and found by nobody else", async () => {
  const videoId = await makeVideo(world, ana);
  const beto = await makeConsumer(world);
  await makeSale(world, beto, videoId);
  await deleteVideo(services, { creatorId: ana.userId, videoId });
  const bought = { access: "bought", player: { kind: "file" } };
  expect(await playVideo(services, beto, videoId)).toMatchObject(bought);
  expect(await playVideo(services, ana, videoId)).toEqual({ access: "notFound" });
  expect(await playVideo(services, await makeConsumer(world), videoId)).toEqual({ access: "notFound" });
});

test("the player has a link for this viewer that is valid for one hour if the video is a file", async () => {
  const watched = await playVideo(services, ana, uploaded);
  if (!("player" in watched) || watched.player.kind !== "file") expect.fail(JSON.stringify(watched));
  const link = new URL(watched.player.src, "http://localhost");
  expect(playLinkSeconds).toBe(3_600);
  expect(watched.player.type).toBe("video/mp4");
  expect(link.pathname).toBe(`/files/${await keyOfUpload()}`);
  expect(link.searchParams.get("viewer")).toBe(ana.userId);
  expect(Number(link.searchParams.get("expires"))).toBe(services.clock().getTime() / 1000 + 3_600);
});

test("the player plays the https address of an old row, and no other kind of address", async () => {
  const old = async (video_url: string) => {
    const id = await addVideo(db, ana.userId);
    await setRows(db, "videos", { id }, { video_type: "legacy", video_url });
    return playVideo(services, ana, id);
  };
  expect(await old("https://cdn.example/old.mp4")).toMatchObject({
    player: { kind: "file", src: "https://cdn.example/old.mp4" },
  });
  expect(await old("javascript:alert(1)")).toMatchObject({ player: { kind: "unavailable" } });
});

test("the player is unavailable if the link cannot be created, and the cause is logged", async () => {
  const broken = { ...services, storage: breakStorage(services.storage, { operation: "signedUrl" }) };
  expect(await playVideo(broken, ana, uploaded)).toMatchObject({
    access: "owner",
    player: { kind: "unavailable" },
  });
  expect(world.logged.at(-1)).toMatchObject({
    level: 50,
    videoId: uploaded,
    err: { type: "StorageError" },
  });
});
