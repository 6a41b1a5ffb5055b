/** Demo data: a few creators, a dozen videos with real clips, and sales paid through the local Stripe. */
import { createReadStream, readFileSync } from "node:fs";
import { admitAdmin } from "../../app/features/accounts/first-admin.server";
import { registerConsumer, registerCreator } from "../../app/features/accounts/register.server";
import { buyVideo } from "../../app/features/checkout/buy-video.server";
import {
  makeThumbnail,
  planThumbnailUrl,
  storeThumbnail,
} from "../../app/features/thumbnails/thumbnail.server";
import { insertVideo, publishVideo } from "../../app/features/uploads/new-video.queries.server";
import { parseEnv } from "../../app/platform/env.server";
import { createLog } from "../../app/platform/log.server";
import type { Services } from "../../app/platform/services";
import { createServices } from "../../app/server/create-services.server";
import type { LocalWorld } from "../local-world";
import { demoAdmin, demoCreators, demoLearners, demoPassword } from "./people";
import { demoVideos } from "./videos";

export const demoLogins = [
  { role: "creator", email: demoCreators[0].email, password: demoPassword },
  { role: "learner", email: demoLearners[0].email, password: demoPassword },
  { role: "admin", email: demoAdmin.email, password: demoPassword },
];

const assets = new URL("./assets/", import.meta.url);
const hour = 3_600_000;

/** Adds it once: a database with people in it is left alone. Gives whether anything was added. */
export async function addDemoData(world: LocalWorld): Promise<boolean> {
  const parsed = parseEnv(world.env);
  if (!parsed.ok) throw new Error(parsed.problems.join("\n"));
  const services = createServices(parsed.env, createLog("warn"));
  try {
    const someone = await services.db.selectFrom("users").select("id").limit(1).executeTakeFirst();
    if (someone) return false;
    const creatorIds = await addCreators(services);
    const videoIds = await addVideos(services, creatorIds);
    await addSales(services, world, videoIds);
    await addAdmin(services);
    return true;
  } finally {
    await services.db.destroy();
  }
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
    const now = new Date(Date.now() - (index + 1) * 7 * hour);
    const id = await insertVideo(db, {
      creatorId,
      title: video.title,
      description: video.description,
      priceCents: video.priceCents,
      videoType: "cloudflare",
      youtubeUrl: null,
      fileName: `${video.asset}.mp4`,
      now,
    });
    const videoUrl = `${creatorId}/${now.getTime()}_${video.asset}.mp4`;
    await storage.put(videoUrl, createReadStream(new URL(`${video.asset}.mp4`, assets)));
    const made = await makeThumbnail(readFileSync(new URL(`${video.asset}.webp`, assets)), video.asset);
    if (!made.ok) throw new Error(`${video.asset}: ${made.error}`);
    const thumbnailUrl = planThumbnailUrl(creatorId, made.thumbnail, now);
    await storeThumbnail(storage, thumbnailUrl, made.thumbnail);
    await publishVideo(db, { id, videoUrl, thumbnailUrl, now });
    ids.push(id);
  }
  return ids;
}

/** Each learner buys a few videos, through the same path as anyone: checkout, payment, webhook. */
async function addSales(services: Services, world: LocalWorld, videoIds: string[]): Promise<void> {
  for (const [index, person] of demoLearners.entries()) {
    const result = await registerConsumer(services, { ...person, password: demoPassword });
    if (!result.ok) throw new Error(`${person.email}: ${result.error}`);
    const wanted = videoIds.filter((_, n) => n % demoLearners.length === index).slice(0, 3);
    for (const videoId of wanted) {
      const bought = await buyVideo(services, { userId: result.userId, email: person.email }, videoId, "pt");
      if (!bought.ok) throw new Error(`${person.email}: ${bought.error}`);
    }
  }
  const methods = ["card", "pix", "boleto"] as const;
  for (const [index, session] of world.stripe.sessions().entries()) {
    const wanted = methods[index % methods.length] ?? "card";
    // A cheap video is not paid by boleto, nor a very cheap one by card.
    const method = session.payment_method_types.includes(wanted) ? wanted : "pix";
    await world.stripe.pay(session.id, { method, outcome: method === "boleto" ? "later" : "succeed" });
  }
}

/** The first administrator, as anyone becomes it: an account, then the admin login. */
async function addAdmin(services: Services): Promise<void> {
  const result = await registerConsumer(services, { ...demoAdmin, password: demoPassword });
  if (!result.ok) throw new Error(`${demoAdmin.email}: ${result.error}`);
  const admitted = await admitAdmin(services, {
    userId: result.userId,
    email: demoAdmin.email,
    address: null,
    browser: null,
    at: services.clock(),
  });
  if (admitted !== "first") throw new Error(`${demoAdmin.email} is not the first administrator: ${admitted}`);
}
