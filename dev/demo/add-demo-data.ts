import { randomBytes } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { admitAdmin } from "~/features/entrance/sign-in/sign-in.server";
import { countView, saveReport } from "~/features/playback/access/watch-positions.queries.server";
import { registerCreator } from "../../app/features/entrance/sign-in/register.server";
import { insertVideo, publishVideo } from "../../app/features/studio/uploads/new-video.queries.server";
import { insertAttachments } from "../../app/features/videos/lesson-files/attachments.queries.server";
import { saveCaptions } from "../../app/features/videos/lesson-files/captions.queries.server";
import { planNewPreview } from "../../app/features/videos/media/make-preview.server";
import { endPreview, queuePreview } from "../../app/features/videos/media/previews.queries.server";
import { readVideoFacts } from "../../app/features/videos/media/read-video-facts.server";
import {
  makeThumbnail,
  planThumbnailUrl,
  storeThumbnail,
} from "../../app/features/videos/pictures/thumbnail.server";
import { parseEnv } from "../../app/platform/env.server";
import { createLog } from "../../app/platform/log.server";
import type { Services } from "../../app/platform/services";
import { createServices } from "../../app/server/create-services.server";
import type { LocalWorld } from "../local-world";
import { addDemoCourses, takeDemoCourses } from "./add-course";
import { addQuestions } from "./add-questions";
import { addProfiles, addReviews, buy, type DemoPayments, registerLearner } from "./add-reviews";
import { addVisits } from "./add-visits";
import { demoAdmin, demoCreators, demoLearners, demoPassword } from "./people";
import { demoVideos } from "./videos";

export const demoLogins = [
  { role: "creator", email: demoCreators[0].email, password: demoPassword },
  { role: "learner", email: demoLearners[0].email, password: demoPassword },
  { role: "admin", email: demoAdmin.email, password: demoPassword },
];

const assets = new URL("./assets/", import.meta.url);
const hour = 3_600_000;

interface DemoOptions {
  /** Courses, and sales of past weeks for charts and payouts. Without it all sales are of one day. */
  withPast?: boolean;
}

/** Does nothing if the database has users. Returns whether anything was added. */
export async function addDemoData(world: LocalWorld, options: DemoOptions = {}): Promise<boolean> {
  const services = openServices(world.env);
  try {
    const someone = await services.db.selectFrom("users").select("id").limit(1).executeTakeFirst();
    if (someone) return false;
    await fillShop(services, world.stripe, options);
    return true;
  } finally {
    await services.db.destroy();
  }
}

export function openServices(variables: Record<string, string>): Services {
  const parsed = parseEnv(variables);
  if (!parsed.ok) throw new Error(parsed.problems.join("\n"));
  return createServices(parsed.env, createLog("warn"));
}

export async function fillShop(
  services: Services,
  payments: DemoPayments,
  { withPast = false }: DemoOptions = {},
): Promise<void> {
  const creatorIds = await addCreators(services);
  const videoIds = await addVideos(services, creatorIds);
  await addProfiles(services, creatorIds);
  const courseIds = withPast ? await addDemoCourses(services, creatorIds, videoIds) : [];
  const [learner] = await addSales(services, payments, { videoIds, withPast });
  if (withPast && learner)
    await takeDemoCourses(services, payments, { person: learner, courseIds, videoIds });
  await addReviews(services, payments, { videoIds, withPast });
  await addQuestions(services, videoIds);
  await addVisits(services, videoIds);
  await addAdmin(services);
}

async function addCreators(services: Services): Promise<string[]> {
  const ids: string[] = [];
  for (const person of demoCreators) {
    const result = await registerCreator(services, {
      ...person,
      password: demoPassword,
      country: "Brasil",
      currency: "BRL",
      bankAccount: "0001 / 12345-6",
      bankName: "Banco do Brasil",
      cardNumber: "",
    });
    if (!result.ok) throw new Error(`${person.email}: ${result.error}`);
    ids.push(result.userId);
  }
  return ids;
}

async function addVideos(services: Services, creatorIds: string[]): Promise<string[]> {
  const { db, storage } = services;
  const ids: string[] = [];
  for (const [index, video] of demoVideos.entries()) {
    const creatorId = creatorIds[video.creator];
    if (!creatorId) throw new Error(`${video.title} has no creator`);
    // Older than every review of the demo.
    const now = new Date(Date.now() - (index + 1) * 7 * hour - 60 * 24 * hour);
    const id = await insertVideo(db, {
      creatorId,
      title: video.title,
      description: video.description,
      priceCents: video.priceCents,
      topicSlug: video.topic,
      spokenLanguage: "pt",
      videoType: "cloudflare",
      youtubeUrl: null,
      fileName: `${video.asset}.mp4`,
      outcomes: [...video.outcomes],
      preview: planNewPreview({ source: "file" }, { creatorId, trailer: undefined, now }),
      now,
    });
    const videoUrl = `${creatorId}/${now.getTime()}_${video.asset}.mp4`;
    await storage.put(videoUrl, createReadStream(new URL(`${video.asset}.mp4`, assets)));
    const made = await makeThumbnail(readFileSync(new URL(`${video.asset}.webp`, assets)), video.asset);
    if (!made.ok) throw new Error(`${video.asset}: ${made.error}`);
    const thumbnailUrl = planThumbnailUrl(creatorId, made.thumbnail, now);
    await storeThumbnail(storage, thumbnailUrl, made.thumbnail);
    await publishVideo(db, { id, videoUrl, thumbnailUrl, now });
    // Now, so that the pages have lengths at once. Three previews are files of the demo; jobs cut the others.
    await readVideoFacts(services, { videoId: id });
    if ("hasPreview" in video) await storePreview(services, id, video.asset);
    else await queuePreview(db, id);
    if ("captions" in video) await saveCaptions(db, { videoId: id, ...captionsOf(video.captions), now });
    if ("attachment" in video) {
      const { asset, name } = video.attachment;
      const content = readFileSync(new URL(`${asset}.pdf`, assets));
      const key = `${creatorId}/attachments/${randomBytes(16).toString("hex")}.pdf`;
      await storage.put(key, Readable.from([content]));
      await insertAttachments(db, id, [{ name, kind: "pdf", bytes: content.length, key }], now);
    }
    ids.push(id);
  }
  return ids;
}

async function storePreview({ db, storage }: Services, videoId: string, asset: string): Promise<void> {
  const { preview_key: key } = await db
    .selectFrom("videos")
    .select("preview_key")
    .where("id", "=", videoId)
    .executeTakeFirstOrThrow();
  if (!key) throw new Error(`${asset} has no place for a preview`);
  await storage.put(key, createReadStream(new URL(`${asset}.preview.mp4`, assets)));
  await endPreview(db, videoId, { status: "ready", seconds: 10 });
}

/** Each cue is shown for five seconds at most, until the next one. */
function captionsOf(lines: readonly (readonly [second: number, text: string])[]) {
  const cues = lines.map(([start, text], index) => ({
    from: start * 1_000,
    to: Math.min(start + 5, lines[index + 1]?.[0] ?? Number.POSITIVE_INFINITY) * 1_000,
    text,
  }));
  return { language: "pt", cues, skipped: [] } as const;
}

/** The latest sale is of today. */
const daysApart = 3;

/** Through checkout, payment and webhook. `withPast`: as if webhooks had arrived late. Returns the learners. */
async function addSales(
  services: Services,
  payments: DemoPayments,
  { videoIds, withPast }: { videoIds: string[]; withPast: boolean },
): Promise<{ userId: string; email: string }[]> {
  const people: { userId: string; email: string }[] = [];
  const buyers: { userId: string; email: string; videoId: string }[] = [];
  for (const [index, person] of demoLearners.entries()) {
    const learner = await registerLearner(services, person);
    people.push(learner);
    const wanted = videoIds.filter((_, n) => n % demoLearners.length === index).slice(0, index === 0 ? 4 : 3);
    // The boleto, which waits, is for no lesson of the course, which could not be bought then, and for no cheap video.
    if (withPast && index === 0) wanted.splice(1, 2, ...wanted.slice(1, 3).reverse());
    buyers.push(...wanted.map((videoId) => ({ ...learner, videoId })));
  }
  const methods = ["card", "pix", "boleto"] as const;
  for (const [index, { videoId, ...person }] of buyers.entries()) {
    const wanted = methods[index % methods.length] ?? "card";
    const ago =
      wanted === "boleto" || !withPast
        ? 0
        : (buyers.length - 1 - index) * daysApart * 24 * hour + ((index * 83) % 600) * 60_000;
    await buy(services, payments, { ...person, videoId, ago }, wanted);
    // The last video is a clip of twelve seconds; the others continue for minutes with a still picture.
    const seconds = videoId === videoIds.at(-1) ? 2 : 540;
    const report = { videoId, seconds, range: [0, seconds] as const, done: false, now: new Date() };
    if (withPast) await saveReport(services.db, { ...report, userId: person.userId });
    await countView(services.db, videoId);
  }
  return people;
}

/** The first administrator is created by an account and the admin login. */
async function addAdmin(services: Services): Promise<void> {
  const admin = await registerLearner(services, demoAdmin);
  const who = { ...admin, address: null, browser: null, at: services.clock() };
  const admitted = await admitAdmin(services, who);
  if (admitted !== "first") throw new Error(`${demoAdmin.email} is not the first administrator: ${admitted}`);
}
