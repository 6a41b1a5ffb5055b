/** A sample of every kind of mail, each about rows of its own in the state in which the mail is sent. */
import { randomBytes, randomUUID } from "node:crypto";
import type { Insertable, Updateable } from "kysely";
import {
  insertEmailChange,
  insertFactorChange,
} from "~/features/base/account-changes/account-changes.queries.server";
import { storeRemoval } from "~/features/base/factors/second-factor.queries.server";
import type { MailKind } from "~/features/base/mail/mail-kinds";
import { setFee } from "~/features/money/fees/change-fee.server";
import { setReserve } from "~/features/money/fees/change-releases.server";
import { earliestFeeStart } from "~/features/money/fees/rule-forms";
import type { Authority } from "~/features/money/ledger/approvals.server";
import { cancelChange, insertChange } from "~/features/money/payees/details.queries.server";
import { noDestination } from "~/features/money/payees/payee";
import { insertPayoutDraft } from "~/features/money/payouts/schedule.queries.server";
import { insertFreeAccess } from "~/features/orders/coupons/free-access.queries.server";
import { insertGift } from "~/features/orders/gifts/gifts.queries.server";
import { codeLength, makeCertificateCode } from "~/features/playback/certificates/certificate-rules";
import { insertCertificate } from "~/features/playback/certificates/certificates.queries.server";
import { type Day, dayOf } from "~/i18n/days";
import type { Db } from "~/platform/db.server";
import type { JsonObject, Payouts, QuestionPosts, Refunds, Sales } from "~/platform/schema";
import { withOwner } from "../../../support/as-owner";
import {
  actorOf,
  addConsumer,
  addCourse,
  addCreator,
  addFullCoupon,
  addPreparedPayout,
  addSale,
  addSecondFactor,
  addUser,
  addVideo,
  makeUnreadable,
} from "../../../support/rows";
import { addRow, addRows, setRows } from "../../../support/tables";

export interface MailSample {
  /** Unique: the kind, with what makes it another where there are several. */
  name: string;
  kind: MailKind;
  userId: string;
  saleId?: string;
  facts?: JsonObject;
}

interface DecidedRule {
  id: string;
  creatorId: string;
  from: Day;
  reason: string;
}

interface Words {
  title: string;
  buyer: string;
  creator: string;
  /** What somebody else wrote: a review, a reason. */
  text: string;
  /** The bank's reference of a payout; `text` without one. */
  reference?: string;
}

const dayMs = 24 * 60 * 60_000;
const hour = (hours: number) => new Date(Date.now() + hours * 60 * 60_000);

/** A stored cover: the name alone matters. */
const thumbnailOf = (creatorId: string) =>
  `/thumbnails/${creatorId}/thumbs/1700000000000-0a1b2c3d-960_capa.webp`;

const newEmail = () => ({ from: `claudia-${randomUUID()}@example.com`, to: "claudia.nova@example.com" });

const boletoCode = "34191790010104351004791020150008291070026000";
const pixCode =
  "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865406149.905802BR5913SABIA6009SAO PAULO62070503***6304A1B2";

const details = (key: string) => ({
  payment_method: "pix" as const,
  ...noDestination,
  pix_key: key,
});

export async function addMailSamples(db: Db, words: Words): Promise<MailSample[]> {
  const creatorId = await addCreator(db, words.creator);
  const buyerId = await addConsumer(db);
  await setRows(db, "consumer_profiles", { user_id: buyerId }, { full_name: words.buyer });

  async function video(): Promise<string> {
    const id = await addVideo(db, creatorId, { title: words.title });
    await setRows(db, "videos", { id }, { thumbnail_url: thumbnailOf(creatorId) });
    return id;
  }

  async function unreadable(): Promise<string> {
    const id = await video();
    await addSale(db, { consumerId: buyerId, videoId: id });
    await makeUnreadable(db, id);
    return id;
  }

  async function savedVideo(): Promise<string> {
    const id = await video();
    const saved = { user_id: buyerId, video_id: id, price_cents: 9990, saved_at: hour(-48) };
    await addRows(db, "saved_videos", saved);
    return id;
  }

  async function sale(changes: Updateable<Sales> = {}): Promise<string> {
    const status = changes.status ?? "completed";
    const id = await addSale(db, { consumerId: buyerId, videoId: await video(), status });
    await withOwner(db, (owner) => setRows(owner, "sales", { id }, { payment_method: "pix", ...changes }));
    return id;
  }

  async function refund(
    changes: Partial<Insertable<Refunds>>,
    ofSale: Updateable<Sales> = {},
  ): Promise<Pick<MailSample, "saleId" | "facts">> {
    const saleId = await sale(ofSale);
    const { id } = await withOwner(db, (owner) =>
      addRow(owner, "refunds", {
        sale_id: saleId,
        amount_cents: 4990,
        status: "pending",
        channel: "provider",
        reason: "admin",
        ...changes,
      }),
    );
    return { saleId, facts: { refundId: id } };
  }

  async function payout(changes: Updateable<Payouts> = {}): Promise<JsonObject> {
    // One prepared payout at a time for each creator.
    const adminId = await addUser(db);
    const { payoutId } = await addPreparedPayout(db, { creatorId, adminId, cents: 424_100 });
    const { status = "paid", ...more } = changes;
    const paid = { bank_reference: "E1", decided_at: hour(0), decided_by: adminId };
    const set = (values: Updateable<Payouts>) =>
      withOwner(db, (owner) => setRows(owner, "payouts", { id: payoutId }, values));
    if (status !== "returned") await set({ ...paid, ...more, status });
    else {
      await set({ ...paid, status: "paid" });
      await set({ ...more, status, returned_at: hour(0), returned_by: adminId });
    }
    return { payoutId };
  }

  async function change(heldHours: number): Promise<number> {
    const [replaced, chosen] = [details("marina@example.com"), details("marina.duarte@example.com")];
    return insertChange(db, { creatorId, replaced, chosen, now: hour(-1), effectiveAt: hour(heldHours) });
  }

  async function cancelled(): Promise<JsonObject> {
    const changeId = await change(40);
    await cancelChange(db, { id: changeId, now: hour(0) });
    return { changeId };
  }

  async function freeAccess(): Promise<JsonObject> {
    const couponId = await addFullCoupon(db, creatorId, new Date());
    const access = { userId: buyerId, productId: await video(), why: { couponId }, now: new Date() };
    return { accessId: await insertFreeAccess(db, access) };
  }

  async function invitation(): Promise<JsonObject> {
    const invited = { product_id: await video(), email: "convidada@example.com", created_at: new Date() };
    return { invitationId: await addRow(db, "guest_invitations", invited).then(({ id }) => id) };
  }

  async function addedLessons(): Promise<JsonObject> {
    const lessons = [await video(), await video()];
    const courseId = await addCourse(db, creatorId, lessons, { title: words.title, now: hour(-1) });
    await addSale(db, { consumerId: buyerId, videoId: courseId, now: hour(-60) });
    return { courseId, day: dayOf(hour(-1)) };
  }

  /** A course of which the buyer watched the first lesson, eleven days ago; with its certificate or without. */
  async function begunCourse(isCertified = false): Promise<JsonObject> {
    const lessons = [await video(), await video()];
    const courseId = await addCourse(db, creatorId, lessons, { title: words.title, now: hour(-400) });
    await addSale(db, { consumerId: buyerId, videoId: courseId, now: hour(-300) });
    const place = { user_id: buyerId, video_id: lessons[0] ?? "", seconds: 250, updated_at: hour(-264) };
    await addRows(db, "watch_positions", place);
    if (!isCertified) return { courseId, postedAt: hour(0).toISOString() };
    await insertCertificate(db, {
      userId: buyerId,
      courseId,
      code: makeCertificateCode(randomBytes(codeLength)),
      name: words.buyer.slice(0, 200),
      courseTitle: words.title,
      seconds: 7_200,
      finishedAt: hour(-1),
      watchedSeconds: 7_000,
      begunAt: hour(-264),
      programme: [],
      now: hour(0),
    });
    return { courseId };
  }

  async function gift(): Promise<string> {
    const bought = { consumerId: buyerId, videoId: await video(), isGift: true, method: "pix" } as const;
    const saleId = await addSale(db, { ...bought, now: hour(-1) });
    const to = { locale: "pt", email: "bia@example.com", message: words.text, deliverAt: null } as const;
    await insertGift(db, { saleId, ...to });
    return saleId;
  }

  async function review(rating: number, text: string): Promise<JsonObject> {
    const { id } = await addRow(db, "reviews", {
      video_id: await video(),
      creator_id: creatorId,
      author_id: await addConsumer(db),
      rating,
      text,
    });
    return { reviewId: id };
  }

  /** An announcement to the buyers of one video, or to the followers. */
  async function announcement(audience: "buyers" | "followers"): Promise<JsonObject> {
    const productId = audience === "buyers" ? await video() : null;
    if (productId) await addSale(db, { consumerId: buyerId, videoId: productId });
    else
      await addRows(db, "creator_follows", { creator_id: creatorId, user_id: buyerId, followed_at: hour(0) });
    const { id } = await addRow(db, "announcements", {
      creator_id: creatorId,
      audience,
      product_id: productId,
      subject: words.title.slice(0, 120),
      text: words.text,
      created_at: hour(0),
    });
    return { announcementId: id };
  }

  /** A product that is new to a follower. */
  async function newProduct(): Promise<JsonObject> {
    await video();
    return { creatorId, since: hour(-100_000).toISOString(), until: hour(1).toISOString() };
  }

  /** A question of a buyer that its creator answered, and to which the buyer wrote again. */
  async function askedAndAnswered(): Promise<{ question: string; answer: string; again: string }> {
    const videoId = await video();
    await addSale(db, { consumerId: buyerId, videoId });
    const post = { video_id: videoId, creator_id: creatorId, text: words.text, created_at: hour(0) };
    const add = async (values: Partial<Insertable<QuestionPosts>> & { author_id: string }) =>
      (await addRow(db, "question_posts", { ...post, ...values })).id;
    const question = await add({ author_id: buyerId, second: 754 });
    const answer = await add({ author_id: creatorId, answers_to: question });
    const again = await add({ author_id: buyerId, answers_to: question, text: `${words.text} (2)` });
    return { question, answer, again };
  }

  async function erasure(): Promise<string> {
    const userId = await addUser(db);
    const times = { requested_at: hour(0), due_at: hour(7 * 24) };
    await addRows(db, "account_erasures", { user_id: userId, locale: "pt", keep_reviews: false, ...times });
    return userId;
  }

  async function addDispute(): Promise<string> {
    const id = `du_${Date.now()}`;
    const state = { status: "open", reason: "notReceived", created_at: hour(0), due_by: hour(48) } as const;
    await addRows(db, "disputes", { id, sale_id: await sale(), amount_cents: 4990, ...state });
    return id;
  }

  async function waitingChange(): Promise<string> {
    const userId = await addUser(db);
    await insertEmailChange(db, { userId, ...newEmail(), hadGoogle: false, now: hour(0), dueAt: hour(48) });
    return userId;
  }

  async function addDraft(): Promise<string> {
    const day = dayOf(new Date());
    await insertPayoutDraft(db, { day, payouts: 2, cents: 10_000, now: new Date() });
    return day;
  }

  /** Asks for the removal of a lost second factor. */
  async function withoutFactor(): Promise<string> {
    const userId = await addUser(db);
    await addSecondFactor(db, userId);
    await storeRemoval(db, { userId, now: hour(0) });
    return userId;
  }

  const exportId = randomUUID();
  await addRows(db, "data_exports", {
    id: exportId,
    user_id: buyerId,
    locale: "pt",
    storage_key: `exports/${exportId}.json`,
    requested_at: hour(-1),
    ready_at: hour(0),
    bytes: 12_000,
  });

  /** A change that can be undone: of e-mail, or without one an added passkey. */
  async function accountChange(email?: { from: string; to: string }) {
    const userId = await addConsumer(db);
    const now = hour(0);
    const changeId = email
      ? await insertEmailChange(db, { userId, ...email, hadGoogle: false, now, dueAt: now })
      : await insertFactorChange(db, { userId, kind: "passkey", passkeyId: "key", now });
    return { userId, changeId };
  }

  /** Applies a rule that an administrator decided for the creator. Returns its id. */
  async function decide(
    set: (trx: Db, rule: DecidedRule, authority: Authority) => Promise<{ ok: boolean }>,
  ): Promise<string> {
    const now = hour(0);
    const reason = words.text.slice(0, 500);
    const rule = { id: randomUUID(), creatorId, from: earliestFeeStart(now), reason };
    const authority = { by: actorOf(await addUser(db)), env: { PAYOUT_TWO_PEOPLE: false } };
    const { ok } = await db.transaction().execute((trx) => set(trx, rule, authority));
    if (!ok) throw new Error("the rule was refused");
    return rule.id;
  }

  const awaited = (method: "pix" | "boleto") => {
    const code = method === "pix" ? pixCode : boletoCode;
    const waiting = { payment_method: method, awaiting_until: hour(30), awaiting_code: code };
    return sale({ status: "processing", ...waiting });
  };
  const formerly = await accountChange(newEmail());
  const passkeyOf = await accountChange();
  const asked = await askedAndAnswered();
  const at = new Date().toISOString();
  const today = new Date(Date.now() - 3 * 60 * 60_000).toISOString().slice(0, 10);
  const sample = (
    kind: MailKind,
    userId: string,
    more: Omit<MailSample, "name" | "kind" | "userId"> & { case?: string } = {},
  ) => ({ kind, userId, ...more });
  type More = Parameters<typeof sample>[2];
  const buyer = (kind: MailKind, more?: More) => sample(kind, buyerId, more);
  const creator = (kind: MailKind, more?: More) => sample(kind, creatorId, more);
  const reserve = { bp: 2_000, days: 90 };
  const samples = [
    buyer("receipt", { saleId: await sale() }),
    buyer("receipt", {
      case: "late",
      saleId: await sale({ paid_at: new Date(Date.now() - 30 * dayMs), payment_method: "card" }),
    }),
    buyer("freeAccess", { facts: await freeAccess() }),
    buyer("gift", { saleId: await gift(), facts: { version: 0 } }),
    buyer("receipt", { case: "gift", saleId: await gift() }),
    buyer("guest", { facts: await invitation() }),
    buyer("lessonsAdded", { facts: await addedLessons() }),
    buyer("courseStopped", { facts: await begunCourse() }),
    buyer("certificate", { facts: await begunCourse(true) }),
    buyer("announcement", { facts: await announcement("buyers") }),
    buyer("newProducts", { facts: await newProduct() }),
    buyer("news", { facts: await announcement("followers") }),
    buyer("paymentWaiting", { case: "pix", saleId: await awaited("pix") }),
    buyer("paymentWaiting", { case: "boleto", saleId: await awaited("boleto") }),
    buyer("paymentReminder", { saleId: await awaited("boleto") }),
    buyer("paymentFailed", { saleId: await sale({ status: "failed" }) }),
    buyer("leftWithoutPaying", { saleId: await sale({ status: "pending" }) }),
    buyer("priceFell", { facts: { videoId: await savedVideo(), beforeCents: 9990 } }),
    buyer("refundOnItsWay", await refund({})),
    buyer("refundDone", await refund({ status: "succeeded" }, { payment_method: "card" })),
    buyer("refundFailed", await refund({ status: "failed" })),
    buyer("refundKey", await refund({ status: "requested", channel: "outside" })),
    buyer(
      "refundKeyChanged",
      await refund({ status: "requested", channel: "outside", pix_key: "ana@example.com" }),
    ),
    buyer("withdrawalFailed", await refund({ status: "failed", reason: "withdrawal" })),
    buyer("accessSuspended", { saleId: await sale({ status: "disputed" }) }),
    buyer("accessBack", { saleId: await sale() }),
    buyer("purchaseUnreadable", { facts: { videoId: await unreadable() } }),
    creator("firstSale", { saleId: await sale() }),
    creator("sale", { saleId: await sale() }),
    creator("salesOfDay", { facts: { day: today } }),
    creator("payoutSettled", {
      case: "paid",
      facts: await payout({ bank_reference: words.reference ?? words.text.slice(0, 90) }),
    }),
    creator("payoutSettled", {
      case: "failed",
      facts: await payout({ status: "failed", failure: words.text.slice(0, 150), bank_reference: null }),
    }),
    creator("payoutSettled", {
      case: "returned",
      facts: await payout({ status: "returned", return_reason: words.text.slice(0, 150) }),
    }),
    creator("payoutPrepared", {
      facts: await payout({ status: "prepared", decided_at: null, decided_by: null, bank_reference: null }),
    }),
    creator("payoutDetailsChanged", { case: "held", facts: { changeId: await change(47) } }),
    creator("payoutDetailsChanged", { facts: { changeId: await change(-1) } }),
    creator("payoutDetailsCancelled", { facts: await cancelled() }),
    creator("feeChanged", {
      facts: { feeId: await decide((trx, rule, by) => setFee(trx, { ...rule, bp: 1_250 }, by)) },
    }),
    creator("reserveChanged", {
      facts: { reserveId: await decide((trx, rule, by) => setReserve(trx, { ...rule, reserve }, by)) },
    }),
    creator("videoReady", { facts: { videoId: await video() } }),
    creator("videoFailed", { facts: { videoId: await video() } }),
    creator("videoFailed", { case: "unreadable", facts: { videoId: await video(), reason: "unreadable" } }),
    creator("question", { facts: { postId: asked.question } }),
    creator("question", { case: "again", facts: { postId: asked.again } }),
    creator("questionsOfDay", { facts: { day: today } }),
    buyer("answer", { facts: { postId: asked.answer } }),
    buyer("answersOfDay", { facts: { day: today } }),
    creator("review", { facts: await review(5, words.text) }),
    creator("review", { case: "stars", facts: await review(3, "") }),
    buyer("emailChanged", { facts: { email: "claudia.nova@example.com" } }),
    sample("emailChanged", formerly.userId, {
      case: "former",
      facts: { email: "claudia.nova@example.com", ownerId: formerly.userId, undoes: formerly.changeId },
    }),
    sample("emailChangeWaits", await waitingChange(), {
      facts: { email: "claudia.nova@example.com", at: hour(48).toISOString() },
    }),
    buyer("emailChangeCancelled", { facts: { email: "claudia.nova@example.com" } }),
    buyer("emailChangeFailed", { facts: { email: "claudia.nova@example.com" } }),
    buyer("changeUndone", { facts: { email: "claudia@example.com" } }),
    buyer("googleLinked", { facts: { email: "claudia@example.com", dropped: false } }),
    creator("googleLinked", {
      case: "cleared",
      facts: { email: "claudia@example.com", dropped: true, payoutForgotten: true },
    }),
    buyer("passwordChanged", { facts: { at } }),
    buyer("newSignIn", { facts: { at, browser: "Firefox · Linux" } }),
    buyer("recoveryCodeUsed", { facts: { left: 7 } }),
    buyer("secondFactorOn"),
    buyer("secondFactorOff"),
    sample("secondFactorHelp", await withoutFactor()),
    buyer("secondFactorHelpProved"),
    buyer("secondFactorHelpAllowed"),
    buyer("secondFactorHelpRevoked"),
    sample("passkeyAdded", passkeyOf.userId, { facts: { name: words.creator, undoes: passkeyOf.changeId } }),
    buyer("passkeyRemoved", { facts: { name: words.creator } }),
    sample("attention", await addUser(db)),
    sample("disputeDue", await addUser(db), { facts: { disputeId: await addDispute() } }),
    sample("support", await addUser(db), {
      facts: {
        email: "ana@example.com",
        message: `${words.text}\n${words.title}`,
        purchase: "SB-7K3M-92",
        code: words.buyer,
        browser: "Firefox",
        locale: "pt",
      },
    }),
    sample("payoutDraft", await addUser(db), { facts: { day: await addDraft() } }),
    buyer("dataReady", { facts: { exportId } }),
    sample("erasureScheduled", await erasure()),
    buyer("erasureRevoked"),
    buyer("erasureBegun"),
  ];
  return samples.map(({ case: which, ...rest }) => ({
    name: which ? `${rest.kind}-${which}` : rest.kind,
    ...rest,
  }));
}
