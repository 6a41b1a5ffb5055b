import { Readable } from "node:stream";
import pg from "pg";
import { earliestFeeStart } from "~/features/money/fees/rule-forms";
import { findCreator } from "~/features/shop/creators/creators.queries.server";
import { upsertReview } from "~/features/shop/reviews/reviews.queries.server";
import { saveCaptions } from "~/features/videos/lesson-files/captions.queries.server";
import { fieldParts, makeBoundary, multipartBody } from "../support/multipart";
import { makeImage, signIn } from "../support/people";
import { addConsumer, addCreator, addPreparedPayout, addSale, addVideo } from "../support/rows";
import { salesAddress } from "../support/sales-address";
import { addRow, addRows, readRow, setRows } from "../support/tables";
import type { TestWorld } from "../support/test-services";
import type { Change, Person } from "./route-table";

/** The people of the table around one video. */
export interface Scene {
  videoId: string;
  /** The part of the video's public address behind `/videos/`. */
  address: string;
  saleId: string;
  checkoutId: string;
  /** A batch with one pending payout of the owner. */
  batchId: string;
  payoutId: string;
  /** The owner's handle. */
  handle: string;
  /** A review of another video of the owner. */
  reviewId: string;
  /** A question under the same other video. */
  questionId: string;
  /** An announcement to the buyers of the video. */
  announcementId: string;
  userIds: Partial<Record<Person, string>>;
}

/** Replaces the placeholders of the table by a scene's ids. */
export function fillIds(text: string, scene: Scene): string {
  const ids: Record<string, string | undefined> = {
    video: scene.videoId,
    address: scene.address,
    sale: scene.saleId,
    checkout: scene.checkoutId,
    batch: scene.batchId,
    payout: scene.payoutId,
    handle: scene.handle,
    review: scene.reviewId,
    question: scene.questionId,
    announcement: scene.announcementId,
    tomorrow: earliestFeeStart(new Date()),
    owner: scene.userIds.owner,
    buyer: scene.userIds["consumer whose sale is completed"],
  };
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole);
}

/** The form of a change as a browser sends it. */
export async function formOf(
  { form, multipart }: Pick<Change, "form" | "multipart">,
  scene: Scene,
): Promise<{ headers: Record<string, string>; body: Uint8Array }> {
  const fields = Object.entries(form).map(([name, value]) => [name, fillIds(value, scene)]);
  if (!multipart) {
    const text = new URLSearchParams(fields).toString();
    return { headers: { "Content-Type": "application/x-www-form-urlencoded" }, body: Buffer.from(text) };
  }
  const boundary = makeBoundary();
  const file = { name: "thumbnail", fileName: "capa.png", type: "image/png", content: await makeImage() };
  return {
    headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
    body: multipartBody([...fieldParts(Object.fromEntries(fields)), file], boundary),
  };
}

let scenes = 0;

export async function makeScene({ services: { db, storage } }: TestWorld): Promise<Scene> {
  scenes += 1;
  await db.deleteFrom("sessions").execute();
  const checkoutId = `cs_test_${scenes}`;
  const owner = await addCreator(db);
  // Inviting guests asks for a confirmed e-mail.
  await setRows(db, "users", { id: owner }, { email_verified_at: new Date() });
  const videoId = await addVideo(db, owner);
  const { video_url } = await readRow(db, "videos", { id: videoId }, "video_url");
  await storage.put(video_url ?? "", Readable.from([Buffer.from("film")]));
  const cues = [{ from: 0, to: 900, text: "Bom dia." }];
  await saveCaptions(db, { videoId, language: "pt", cues, skipped: [], now: new Date() });
  let saleId = "";
  const buyer = async (status?: "pending" | "failed" | "completed") => {
    const consumerId = await addConsumer(db);
    if (status) {
      saleId = await addSale(db, {
        consumerId,
        videoId,
        status,
        checkoutId: status === "completed" ? checkoutId : undefined,
      });
    }
    return consumerId;
  };
  const admin = async (userId: string) => {
    await addRows(db, "user_roles", { user_id: userId, role: "admin" });
    return userId;
  };
  const administrator = await admin(await addConsumer(db));
  const withoutSale = await buyer();
  const { params } = await salesAddress(db, videoId);
  const scene = {
    videoId,
    address: params.videoId,
    checkoutId,
    ...(await addPreparedPayout(db, { creatorId: owner, adminId: administrator })),
    userIds: {
      "consumer without a sale": withoutSale,
      "consumer whose sale is pending": await buyer("pending"),
      "consumer whose sale failed": await buyer("failed"),
      "consumer whose sale is completed": await buyer("completed"),
      owner,
      "other creator": await addCreator(db, "Outra Criadora"),
      admin: administrator,
      // Would be authorised for everything if signed in.
      "ended session": await admin(await addCreator(db)),
      "forged cookie": await admin(await addCreator(db)),
    },
  };
  // The last sale is the completed one. By boleto, so that its refund needs no provider.
  await setRows(db, "sales", { id: saleId }, { payment_method: "boleto" });
  const announcement = await addRow(db, "announcements", {
    creator_id: owner,
    audience: "buyers",
    product_id: videoId,
    subject: "Dica",
    text: "Corte as unhas.",
    created_at: new Date(),
  });
  return { ...scene, saleId, announcementId: announcement.id, ...(await addReview(db, owner)) };
}

/** A review of another video of the owner's, and a question there: the table's own video has none. */
async function addReview(db: TestWorld["services"]["db"], owner: string) {
  const videoId = await addVideo(db, owner);
  const userId = await addConsumer(db);
  await addSale(db, { consumerId: userId, videoId });
  const review = await upsertReview(db, { videoId, userId, rating: 1, text: "Spam", now: new Date() });
  const question = await addRow(db, "question_posts", {
    video_id: videoId,
    creator_id: owner,
    author_id: userId,
    text: "Serve?",
    created_at: new Date(),
  });
  const creator = await findCreator(db, owner);
  return { reviewId: review?.id ?? "", questionId: question.id, handle: creator?.handle ?? "" };
}

/**
 * Returns the Cookie header of a new session of a person, who also has another session. Their earlier sessions no
 * longer count as places that play.
 */
export async function cookieOf(world: TestWorld, scene: Scene, person: Person): Promise<string> {
  const userId = scene.userIds[person];
  if (!userId) return "";
  await world.services.db.deleteFrom("video_accesses").where("user_id", "=", userId).execute();
  const cookie = await signIn(world, userId);
  if (person === "forged cookie") return cookie.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
  if (person === "ended session") {
    const { db } = world.services;
    await db.deleteFrom("sessions").where("user_id", "=", userId).execute();
    return cookie;
  }
  await signIn(world, userId);
  return cookie;
}

const tables = [
  "audit_entries",
  "users",
  "user_roles",
  "sessions",
  "creator_profiles",
  "creator_handles",
  "reviews",
  "review_reports",
  "question_posts",
  "question_reports",
  "announcements",
  "announcement_reports",
  "creator_follows",
  "consumer_profiles",
  "videos",
  "video_accesses",
  "video_drafts",
  "video_captions",
  "video_views",
  "video_visits",
  "sales",
  "payment_events",
  "payouts",
  "payout_batches",
  "ledger_lines",
  "coupons",
  "sale_coupons",
  "sale_sources",
  "free_accesses",
  "guest_invitations",
  "gifts",
  "access_grants",
  "watch_positions",
  "device_copies",
  "password_resets",
  "email_confirmations",
  "second_factors",
  "second_factor_removals",
  "recovery_codes",
  "unfinished_sign_ins",
  "passkeys",
  "passkey_challenges",
  "mail_choices",
  "saved_videos",
  "notes",
  "certificates",
  "graphile_worker._private_jobs",
];

/** A digest of the rows of each table. */
export type RowDigest = ReadonlyMap<string, string>;

const digestText = tables
  .map((table) => {
    const version =
      table === "sessions"
        ? "hashtextextended((to_jsonb(r) - 'last_seen_at')::text, 0)"
        : "xmin::text::bigint";
    return `SELECT '${table}' AS name, concat(count(*), ' ', sum(${version})) AS digest FROM ${table} AS r`;
  })
  .join(" UNION ALL ");

const readers = new WeakMap<TestWorld, Promise<pg.Client>>();

/** A connection that lasts as long as the world's database, for a statement that is planned once. */
async function openReader({ services: { env } }: TestWorld): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/**
 * Returns a digest of all rows, to detect any write. Rate limits and when a session was last seen, which every request
 * may note, are excluded. The transaction that wrote a row stands for its contents: the rows of all scenes are many.
 */
export async function digestRows(world: TestWorld): Promise<RowDigest> {
  const reader = readers.get(world) ?? openReader(world);
  readers.set(world, reader);
  const { rows } = await (await reader).query<{ name: string; digest: string }>({
    name: "digest_rows",
    text: digestText,
  });
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

/** The tables with other rows than before. */
export function changedTables(before: RowDigest, after: RowDigest): string[] {
  return tables.filter((table) => before.get(table) !== after.get(table));
}
