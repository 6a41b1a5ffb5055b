/** Requests that began before the erasure of their account and write after it: nothing of the person comes back. */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { setMailChoice } from "~/features/base/mail/mails.queries.server";
import { eraseAccount } from "~/features/entrance/privacy/erase-account.server";
import { savePayoutDetails } from "~/features/money/payees/save-payout-details.server";
import { saveTaxId } from "~/features/money/payees/stored-tax-id.server";
import { setReply } from "~/features/shop/reviews/reviews.queries.server";
import { saveReview } from "~/features/shop/reviews/write-review.server";
import { action as saveProfile } from "~/routes/creator/profile";
import { action as publish } from "~/routes/creator/upload";
import { action as beginUpload } from "~/routes/creator/uploads";
import { endErasedAccounts } from "~/server/failure-pages.server";
import { makeContext } from "../../../support/ask";
import { makeBoundary, multipartBody, type Part, streamedRequest } from "../../../support/multipart";
import {
  makeConsumer,
  makeCreator,
  makeImage,
  makeMp4,
  type Person,
  uploadParts,
} from "../../../support/people";
import { actorOf, addSale, addVideo } from "../../../support/rows";
import { searchFiles } from "../../../support/search-everything";
import { addRows, readRow, readRows, setRows } from "../../../support/tables";
import { appUrl, startTestWorld } from "../../../support/test-services";
import { isErased } from "./erasure-scene";

const world = await startTestWorld();
const { services } = world;
const { db, clock } = services;
const hour = 3_600_000;

/** Begins a due erasure, and runs its last step. */
async function erase(userId: string, keepReviews = false): Promise<void> {
  const ago = (hours: number) => new Date(clock().getTime() - hours * hour);
  await addRows(db, "account_erasures", {
    user_id: userId,
    locale: "pt",
    keep_reviews: keepReviews,
    requested_at: ago(200),
    due_at: ago(3),
    begun_at: ago(2),
  });
  await eraseAccount(services, { userId });
}

/** Sends a form whose last bytes come after the erasure of its sender, once `isReady`. */
async function sendAcross(
  action: typeof saveProfile,
  person: Person,
  sent: { path: string; parts: Part[]; isReady?: () => Promise<boolean> },
): Promise<Response> {
  const { path, parts, isReady = async () => true } = sent;
  const boundary = makeBoundary();
  const body = multipartBody(parts, boundary);
  const end = body.length - 100;
  async function* send() {
    for (let at = 0; at < end; at += 65_536) yield body.subarray(at, Math.min(at + 65_536, end));
    await vi.waitFor(async () => expect(await isReady()).toBe(true), { timeout: 10_000 });
    await erase(person.userId);
    expect(await isErased(db, person.userId)).toBe(true);
    yield body.subarray(end);
  }
  const request = streamedRequest(appUrl + path, send(), { boundary, headers: { Cookie: person.cookie } });
  const handle = endErasedAccounts(action as Parameters<typeof endErasedAccounts>[0]);
  const answer = await Promise.resolve(handle({ request, context: makeContext(world), params: {} })).catch(
    (thrown: unknown) => thrown,
  );
  if (!(answer instanceof Response)) throw answer;
  return answer;
}

/** Expects the answer of `requireCreator` to a session that ended, and nothing stored of the creator. */
async function expectNothingLeft(answer: Response, { userId }: Person): Promise<void> {
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/"]);
  expect(answer.headers.getSetCookie().some((cookie) => cookie.startsWith("sabia=;"))).toBe(true);
  expect(await listVideos(userId)).toEqual([]);
  expect(await searchFiles(world.storageDir, [userId])).toEqual([]);
}

const listVideos = (userId: string) => readRows(db, "videos", { creator_id: userId }, "id");
const toParts = (fields: Record<string, string>): Part[] =>
  Object.entries(fields).map(([name, content]) => ({ name, content }));

test("a profile with a portrait saved across an erasure is not stored", async () => {
  const creator = await makeCreator(world);
  const fields = { handle: "aulas-da-marina", bio: "Sou Marina", links: "" };
  const portrait = { name: "portrait", fileName: "eu.png", type: "image/png", content: await makeImage() };
  const sent = { path: "/creator/profile", parts: [...toParts(fields), portrait] };
  await expectNothingLeft(await sendAcross(saveProfile, creator, sent), creator);
  const profile = await readRow(db, "creator_profiles", { user_id: creator.userId }, "bio", "portrait_key");
  expect(profile).toEqual({ bio: "", portrait_key: null });
});

test("a video published by the form before the erasure is erased", async () => {
  const creator = await makeCreator(world);
  const parts = (await uploadParts()).map((part) =>
    part.name === "video" ? { ...part, content: makeMp4(3_000_000) } : part,
  );
  const isReady = async () => (await listVideos(creator.userId)).length === 1;
  const sent = { path: "/creator/upload", parts, isReady };
  await expectNothingLeft(await sendAcross(publish as typeof saveProfile, creator, sent), creator);
});

test("a video sent by the form across an erasure is not stored", async () => {
  const creator = await makeCreator(world);
  const parts = await uploadParts({ source: "youtube", youtubeUrl: "https://youtu.be/dQw4w9WgXcQ" });
  const sent = { path: "/creator/upload", parts: parts.filter(({ name }) => name !== "video") };
  await expectNothingLeft(await sendAcross(publish as typeof saveProfile, creator, sent), creator);
});

test("a resumable upload across an erasure is not stored", async () => {
  const creator = await makeCreator(world);
  const content = makeMp4();
  const declared = { videoName: "aula.mp4", videoBytes: String(content.length), videoMark: "0".repeat(64) };
  const head = { name: "videoHead", fileName: "head", type: "application/octet-stream", content };
  const sent = { path: "/creator/uploads", parts: [...toParts(declared), head] };
  await expectNothingLeft(await sendAcross(beginUpload as typeof saveProfile, creator, sent), creator);
});

test("a review, a reply, an audit entry, payout details and a tax number of an erased account are refused by name", async () => {
  const [creator, student] = [await makeCreator(world), await makeConsumer(world)];
  const videoId = await addVideo(db, creator.userId);
  await addSale(db, { consumerId: student.userId, videoId });
  const refused = { constraint: "account_erased" };
  const at = clock();
  const by = ({ userId, email }: Person) => ({ ...actorOf(userId, email), at });
  const review = { videoId, form: { rating: 5, text: "Sou Beto Aluno" } as const, by: by(student) };
  expect(await saveReview(services, review)).toMatchObject({ ok: true });
  await erase(student.userId, true);
  await expect(saveReview(services, review)).rejects.toMatchObject(refused);
  const entry = { action: "reviewEdited", target: { kind: "account", id: "x", label: "x" } } as const;
  await expect(insertAuditEntry(db, by(student), entry)).rejects.toMatchObject(refused);
  const choice = { userId: student.userId, choice: "sales", value: "none" } as const;
  await expect(setMailChoice(db, choice)).rejects.toMatchObject(refused);

  // The sale is owed to the creator, which an erasure waits for: only the state afterwards matters here.
  await setRows(db, "users", { id: creator.userId }, { erased_at: at });
  const { id: reviewId } = await readRow(db, "reviews", { video_id: videoId }, "id");
  const reply = { videoId, reviewId, creatorId: creator.userId, text: "Obrigada! Marina", now: at };
  await expect(setReply(db, reply)).rejects.toMatchObject(refused);
  const unused = { bankName: "", bankAccount: "", cardNumber: "", cardHolderName: "" };
  const form = { ...unused, paymentMethod: "pix", pixKey: "marina@chave.example" } as const;
  await expect(savePayoutDetails(services, by(creator), { form })).rejects.toMatchObject(refused);
  const taxId = { kind: "cpf", value: "52998224725" } as const;
  const saved = saveTaxId(db, services.secretBox, { userId: creator.userId, taxId });
  await expect(saved).rejects.toMatchObject(refused);
});

test("a change that is committed while the erasure waits is erased", async () => {
  const creator = await makeCreator(world);
  const { userId } = creator;
  const challenge = randomBytes(32).toString("base64url");
  let erasing: Promise<void> | undefined;
  await db.transaction().execute(async (trx) => {
    const soon = { user_id: userId, expires_at: clock() };
    await addRows(trx, "passkey_challenges", { ...soon, challenge, purpose: "proof" });
    erasing = erase(userId);
    await vi.waitFor(
      async () => {
        const { rows } = await sql`SELECT FROM pg_stat_activity WHERE datname = current_database()
          AND wait_event_type = 'Lock' AND query LIKE '%for update%'`.execute(db);
        expect(rows).toHaveLength(1);
      },
      { timeout: 10_000 },
    );
  });
  await erasing;
  expect(await isErased(db, userId)).toBe(true);
  expect(await readRows(db, "passkey_challenges", { user_id: userId }, "challenge")).toEqual([]);
});
