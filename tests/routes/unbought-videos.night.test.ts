/**
 * Nobody learns the location of a video that they have not bought: everything that a visitor
 * can GET is searched for YouTube ids, Stream uids, storage keys and signed links.
 */
import { Readable } from "node:stream";
import { beforeAll, describe, expect, test } from "vitest";
import { platformShareBp, splitSale } from "~/features/base/money/platform-share";
import { saveReview } from "~/features/shop/reviews/write-review.server";
import { insertStream } from "~/features/videos/media/video-streams.queries.server";
import { Browser, type Reply } from "../support/browser";
import { startHttpWorld } from "../support/http-app";
import { startLocalStream } from "../support/local-stream";
import {
  creatorForm,
  makeAdmin,
  makeConsumer,
  makeCreator,
  makeSale,
  makeVideo,
  type Person,
  signIn,
} from "../support/people";
import { addConsumer, addSale, addVideo } from "../support/rows";
import { addRows, readRow, setRows } from "../support/tables";
import { type Ask, crawl } from "./crawl";
import { routeTable } from "./route-table";
import { findLeaks, type Secret, type Seen } from "./secrets";

const stream = await startLocalStream({ ffmpeg: false });
const { world, port } = await startHttpWorld({
  ...stream.env,
  CLOUDFLARE_STREAM_UPLOADS: "off",
  TRUSTED_PROXY_HOPS: "1",
});
const { db } = world.services;

const youtubeId = "qZ7-xW_4kLm";
const streamUid = "5d5bc37ffcf54c9b82e996823bffbb81";
const comingUid = "1f4bd0ab6c7e4a53a2f0c7d5e9b8a6c3";
const placeOfComing = "https://upload.cloudflarestream.com/tus/0c9d8e7f6a5b4c3d2e1f";
const legacyAddress = "https://media.old.example/aulas/fermentacao-natural-9f3.mp4";
const wholeContent = "bytes that only the whole lesson has";
const waitingTrailer = "0f0e0d0c-0b0a-4908-8706-050403020100/trailers/0123456789abcdef0123456789abcdef.mov";
const attachmentKey = "0f0e0d0c-0b0a-4908-8706-050403020100/attachments/00112233445566778899aabbccddeeff.pdf";
const attachmentContent = "%PDF-1.7 only buyers read this";
const clipUid = "c11b5d4f1a2e3b4c5d6e7f8091a2b3c4";
const framesKey = "0f0e0d0c-0b0a-4908-8706-050403020100/1764070000000_aula-frames-0a1b2c3d.jpg";
const rungKey = "0f0e0d0c-0b0a-4908-8706-050403020100/1764070000000_aula-360p-0a1b2c3d.mp4";
const madeRung = {
  bytes: 2_000,
  width: 640,
  height: 360,
  peak_bandwidth: 8_000,
  average_bandwidth: 8_000,
  codecs: "avc1.64001e",
  frame_rate: 30,
  init_bytes: 1_000,
  segments: JSON.stringify([[1_000_000, 1_000]]),
};
/** The one player that a visitor may be led to: its creator published it. */
const publicTrailer = "https://www.youtube-nocookie.com/embed/aaaaaaaaaaa";
const withoutTrailer = ({ asked, headers, body }: Seen): Seen => ({
  asked: asked.replaceAll(publicTrailer, ""),
  headers,
  body: body.replaceAll(publicTrailer, ""),
});
let ana: Person;
const videos = { uploaded: "", linked: "", streamed: "", coming: "", legacy: "" };
let secrets: Secret[];
/** Of the creator and a buyer who wrote a review: only they and administrators may read it. */
let privateData: Secret[];
/** Of one sale: only its creator, its buyer and administrators may read it. */
let privateFigures: Secret[];

const now = new Date();
const store = (key: string, text: string) =>
  world.services.storage.put(key, Readable.from([Buffer.from(text)]));

beforeAll(async () => {
  ana = await makeCreator(world);
  videos.uploaded = await makeVideo(world, ana, { title: "Enviado" });
  const youtubeUrl = `https://youtu.be/${youtubeId}`;
  videos.linked = await makeVideo(world, ana, { title: "Ligado", source: "youtube", youtubeUrl });
  videos.streamed = await addVideo(db, ana.userId, { title: "Transmitido" });
  await setRows(db, "videos", { id: videos.streamed }, { video_url: null, cloudflare_video_id: streamUid });
  const plays = { state: "ready", has_mp4: true, begun_at: now, sent_at: now } as const;
  await addRows(db, "video_streams", { video_id: videos.streamed, ...plays });
  videos.coming = await addVideo(db, ana.userId, { title: "A caminho", published: false });
  await insertStream(db, { videoId: videos.coming, uid: comingUid, now, checkAt: null });
  await setRows(db, "video_streams", { video_id: videos.coming }, { sent_at: now });
  const sending = await addVideo(db, ana.userId, { title: "Sendo enviado", published: false });
  await insertStream(db, { videoId: sending, uid: `${comingUid}0`, now, checkAt: null });
  const upload = { file_mark: "mark", bytes: 1, write_handle: placeOfComing, is_held: true };
  await addRows(db, "resumable_uploads", { video_id: sending, ...upload });
  await addRows(db, "unpublished_videos", { video_id: sending, fields: "{}", revision: 1, saved_at: now });
  // A preview is a file of its own, without a byte or the address of the whole one.
  const preview = `${ana.userId}/previews/${"ab".repeat(16)}.mp4`;
  await store(preview, "the excerpt alone");
  const uploaded = { id: videos.uploaded };
  await setRows(db, "videos", uploaded, {
    preview_kind: "excerpt",
    preview_status: "ready",
    preview_key: preview,
    preview_length: 60,
    preview_source: waitingTrailer,
    preview_clip: clipUid,
  });
  const trailer = { preview_kind: "youtube", preview_status: "ready" } as const;
  await setRows(db, "videos", { id: videos.linked }, { ...trailer, preview_youtube_id: "aaaaaaaaaaa" });
  videos.legacy = await addVideo(db, ana.userId, { title: "Antigo" });
  await setRows(db, "videos", { id: videos.legacy }, { video_type: "legacy", video_url: legacyAddress });
  const key = (await readRow(db, "videos", uploaded, "video_url")).video_url ?? "";
  await store(key, wholeContent);
  await addRows(db, "video_ladders", {
    video_id: videos.uploaded,
    source_key: key,
    state: "ready",
    extras: "ready",
    frames_key: framesKey,
    frames: JSON.stringify({ seconds: 2, count: 1, columns: 1, width: 160, height: 90 }),
    updated_at: now,
  });
  await addRows(db, "video_rungs", {
    ...madeRung,
    video_id: videos.uploaded,
    short_side: 360,
    storage_key: rungKey,
  });
  await store(framesKey, "pictures of the whole film");
  await store(attachmentKey, attachmentContent);
  await addRows(db, "video_attachments", {
    // That of the route table.
    id: "a77ac4ed-0000-4000-8000-000000000001",
    video_id: videos.uploaded,
    position: 1,
    name: "Moldes",
    kind: "pdf",
    bytes: 30,
    storage_key: attachmentKey,
    created_at: now,
  });
  secrets = [
    { what: "the place of a file that comes with it", text: attachmentKey },
    { what: "a file that comes with it", text: attachmentContent },
    { what: "a rung's place in the store", text: rungKey },
    { what: "the YouTube id", text: youtubeId },
    { what: "the Stream uid", text: streamUid },
    { what: "the uid of one that is prepared", text: comingUid },
    { what: "where an upload goes", text: placeOfComing },
    { what: "the place in the store", text: key },
    { what: "the name in the store", text: key.replace(/^.*\/|\.\w+$/g, "") },
    { what: "the old address", text: legacyAddress },
    { what: "bytes of the whole video", text: wholeContent },
    { what: "a trailer that waits to be encoded", text: waitingTrailer },
    { what: "the uid of an excerpt's copy", text: clipUid },
  ];
  const reviewer = await makeConsumer(world);
  await makeSale(world, reviewer, videos.uploaded, "completed");
  const { userId, email } = reviewer;
  const by = { userId, email, address: null, browser: null, at: new Date() };
  await saveReview(world.services, { videoId: videos.uploaded, form: { rating: 5, text: "Ótima aula" }, by });
  privateData = [
    { what: "the creator's e-mail", text: ana.email },
    { what: "the reviewer's e-mail", text: reviewer.email },
    { what: "the creator's Pix key", text: creatorForm().pixKey },
    { what: "the creator's bank account", text: creatorForm().bankAccount },
  ];
  privateFigures = await sellAtRarePrice();
  for (const { what, text } of secrets) expect(text.length, what).toBeGreaterThan(10);
});

/** Adds a sale whose amounts and buyer's name occur nowhere else. Returns them as pages and data would spell them. */
async function sellAtRarePrice(): Promise<Secret[]> {
  const consumerId = await addConsumer(db);
  const buyerName = "Eudóxia Vilarinhos";
  await setRows(db, "consumer_profiles", { user_id: consumerId }, { full_name: buyerName });
  const amountCents = 731_964_783;
  await addSale(db, { consumerId, videoId: videos.uploaded, amountCents });
  const { creatorEarningsCents, platformFeeCents } = splitSale(amountCents, platformShareBp);
  const amounts = { amount: amountCents, earnings: creatorEarningsCents, fee: platformFeeCents };
  const spelled = Object.entries(amounts).flatMap(([what, cents]) =>
    [String(cents), ...["pt-BR", "en"].map((locale) => (cents / 100).toLocaleString(locale))].map((text) => ({
      what: `a sale's ${what}`,
      text,
    })),
  );
  return [...spelled, { what: "a buyer's name", text: buyerName }];
}

function everyPath(): string[] {
  const paths = Object.values(routeTable).flatMap(({ path }) =>
    Object.values(videos).map(
      (id) =>
        `/${path.replaceAll("{video}", id).replaceAll("{address}", id).replaceAll("{checkout}", "cs_test_1")}`,
    ),
  );
  const single = Object.entries(routeTable).map(
    ([id, { path }]) =>
      `/${path.split("?")[0]?.replaceAll(/\{(video|address)\}/g, videos.linked) || "_root"}.data?_routes=${id}`,
  );
  return [...new Set([...paths, "/marketplace?lng=en", "/?lng=en", "/marketplace?q=Ligado"]), ...single];
}

function askerFor(cookie: string): Ask {
  const browser = new Browser({ port, cookie });
  // A fixed cookie: a crawl that reaches a login stays signed in.
  return (path) => browser.ask({ path, headers: { "Sec-Fetch-Site": "same-origin", Cookie: cookie } });
}

const nothing: Awaited<ReturnType<Ask>> = { status: 404, headers: {}, location: null, body: "" };

/** Requests only the paths that match; the others answer 404. */
function only(paths: RegExp, ask: Ask): Ask {
  return async (path) => (paths.test(path) ? ask(path) : nothing);
}

/**
 * Scripts and styles are the same for everybody: one visitor reads them. So are the texts of the English pages, which
 * the other visitors read in the long run.
 */
const ownOfVisitor = /^\/(?!assets\/)(?!.*[?&]lng=en\b)/;

async function makeBuyer(end: "pending" | "processing" | "failed" | "completed"): Promise<Person> {
  const buyer = await makeConsumer(world);
  await makeSale(world, buyer, videos.linked, end);
  await makeSale(world, buyer, videos.uploaded, end);
  return buyer;
}

async function makeRefunded(): Promise<Person> {
  const buyer = await makeBuyer("completed");
  await setRows(db, "sales", { consumer_id: buyer.userId }, { status: "refunded" });
  return buyer;
}

type Visitor = [name: string, make: () => Promise<Person | undefined>];
const visitors: Visitor[] = [
  ["nobody", async () => undefined],
  ["a consumer whose Pix is on its way", () => makeBuyer("processing")],
  ["another creator", () => makeCreator(world)],
  ["an administrator", () => makeAdmin(world)],
];
/** Who may watch is one rule (watch-access.test.ts): further sale statuses lead to no further page. */
const furtherVisitors: Visitor[] = [
  ["a consumer", () => makeConsumer(world)],
  ["a consumer who began to pay", () => makeBuyer("pending")],
  ["a consumer whose payment failed", () => makeBuyer("failed")],
  ["a consumer who was refunded", makeRefunded],
];
describe.each(visitors)("the visitor %s", (name, make) => {
  test("finds no location of a video that they have not purchased", async () => {
    const visitor = await make();
    const ask = askerFor(visitor ? await signIn(world, visitor.userId) : "");
    const all = await crawl(visitor ? only(ownOfVisitor, ask) : ask, everyPath());
    expect(all.some(({ body }) => body.includes(publicTrailer))).toBe(true);
    const seen = all.map(withoutTrailer);
    // The shop with its pictures and scripts was really visited.
    expect(seen.length).toBeGreaterThan(80);
    const asked = seen.map((one) => one.asked).join("\n");
    expect(asked).toMatch(/^GET \/thumbnails\/.+\.webp$/m);
    expect(asked).toMatch(/^GET \/previews\/.+\.mp4$/m);
    expect(seen.some(({ body }) => body.includes("the excerpt alone"))).toBe(true);
    expect(asked).toMatch(/^GET \/assets\/.+\.js$/m);
    for (const title of ["Enviado", "Ligado", "Transmitido", "Antigo"])
      expect(seen.filter(({ body }) => body.includes(title)).length, title).toBeGreaterThan(2);
    expect(findLeaks(seen, secrets)).toEqual([]);
    if (name !== "an administrator") expect(findLeaks(seen, privateFigures)).toEqual([]);
    // The other creator has the same payout details as the first.
    if (/creator|administrator/.test(name)) return;
    for (const path of [/^GET \/creators\/[^/]+$/m, /^GET \/share\/videos\/.+\.jpg/m, /^GET \/sitemap/m])
      expect(asked).toMatch(path);
    expect(seen.some(({ body }) => body.includes("Ótima aula"))).toBe(true);
    expect(findLeaks(seen, privateData)).toEqual([]);
  });
});

describe.each([...visitors, ...furtherVisitors])("the person %s", (_, make) => {
  test("gets no data from the player's endpoints", async () => {
    const visitor = await make();
    const browser = new Browser({ port, cookie: visitor ? await signIn(world, visitor.userId) : "" });
    const expectRefused = ({ status, headers, body }: Reply, asked: string, statuses: number[]) => {
      expect(statuses, asked).toContain(status);
      expect(findLeaks([{ asked, headers: JSON.stringify(headers), body }], secrets)).toEqual([]);
    };
    for (const watch of Object.values(videos).map((id) => `/watch/${id}`)) {
      for (const path of [`${watch}/link`, `${watch}/position`])
        expectRefused(await browser.post(path, { seconds: "1" }), path, [303, 404]);
      for (const path of [`${watch}/playlist.m3u8`, `${watch}/playlist/360.m3u8`, `${watch}/frames`])
        expectRefused(await browser.get(path), path, [visitor ? 403 : 303]);
    }
  });
});

describe("the search for locations finds", () => {
  /** Of what is for those who may watch: what everybody gets was searched above. */
  const ownPages = /^\/(watch|creator|files|purchases|courses)\b/;
  const whatOf = async (ask: Ask) => {
    const leaks = findLeaks(await crawl(only(ownPages, only(ownOfVisitor, ask)), everyPath()), secrets);
    return [...new Set(leaks.map(({ what }) => what))].sort();
  };

  test("those in the pages of a buyer and of the creator", async () => {
    const buyer = await makeBuyer("completed");
    expect(await whatOf(askerFor(await signIn(world, buyer.userId)))).toEqual(
      [
        "a file that comes with it",
        "the place of a file that comes with it",
        "a player of YouTube",
        "a rung's place in the store",
        "a signed link",
        "the YouTube id",
        "bytes of the whole video",
        "the name in the store",
        "the place in the store",
      ].sort(),
    );
    const owners = await whatOf(askerFor(await signIn(world, ana.userId)));
    for (const what of ["the old address", "where an upload goes", "a token of Stream"])
      expect(owners).toContain(what);
    // Even the owner sees a token instead of the service's id.
    expect(owners).not.toContain("the uid of one that is prepared");
  });

  test.each([
    ["a header", { headers: { "x-video": streamUid }, body: "" }],
    ["base64", { headers: {}, body: Buffer.from(`{"uid":"${streamUid}"}`).toString("base64") }],
    ["hex", { headers: {}, body: Buffer.from(streamUid).toString("hex") }],
    ["a file's bytes", { headers: {}, body: `\0\u{fffd}${streamUid}\0` }],
  ])("an id in %s", async (_, planted) => {
    const honest = askerFor("");
    const ask: Ask = async (path) => {
      const reply = await honest(path);
      if (path !== "/robots.txt") return reply;
      return { ...reply, headers: { ...reply.headers, ...planted.headers }, body: reply.body + planted.body };
    };
    expect(findLeaks(await crawl(ask, ["/robots.txt"]), secrets).map(({ what }) => what)).toContain(
      "the Stream uid",
    );
  });
});
