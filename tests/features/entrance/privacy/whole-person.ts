/** A creator and learner who did everything, whose names, keys and numbers occur nowhere else. */
import { randomBytes, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { insertConsumerProfile } from "~/features/base/accounts/accounts.queries.server";
import { acceptTerms } from "~/features/base/accounts/profile.queries.server";
import { insertAuditEntry, nameSale } from "~/features/base/audit/audit.queries.server";
import { applyDueEmails, emailWaitHours } from "~/features/base/email-confirmation/change-email.server";
import { confirmEmail, sendConfirmationMail } from "~/features/base/email-confirmation/confirm-email.server";
import { cleanFileName } from "~/features/base/files/declared-file";
import { setMailChoice } from "~/features/base/mail/mails.queries.server";
import { sendMail } from "~/features/base/mail/send-mail.server";
import { changeProfile } from "~/features/entrance/account-page/account-page.server";
import { makeDownload, requestDownload } from "~/features/entrance/privacy/make-download.server";
import { requestRecovery } from "~/features/entrance/recovery/recover-password.server";
import { registerCreator } from "~/features/entrance/sign-in/register.server";
import { savePayoutDetails } from "~/features/money/payees/save-payout-details.server";
import { insertPaymentEvent, markEvent } from "~/features/orders/settlement/payment-events.queries.server";
import { findCreator } from "~/features/shop/creators/creators.queries.server";
import { saveProfile } from "~/features/shop/creators/save-profile.server";
import { answerQuestion, askQuestion } from "~/features/shop/reviews/ask-question.server";
import { replyToReview, saveReview } from "~/features/shop/reviews/write-review.server";
import { creatorPicturePath } from "~/features/shop/sharing/draw-share-picture.server";
import { findCreatorPicture } from "~/features/shop/sharing/find-share-picture.server";
import { beginWithFile } from "~/features/studio/uploads/begin-video.server";
import { publishFromForm } from "~/features/studio/uploads/publish-from-form.server";
import { insertAttachments } from "~/features/videos/lesson-files/attachments.queries.server";
import { saveCaptions } from "~/features/videos/lesson-files/captions.queries.server";
import { hashToken } from "~/platform/secrets.server";
import { mailWriters } from "~/server/mail-writers.server";
import { makeRequest } from "../../../support/ask";
import {
  creatorForm,
  makeConsumer,
  makeCreator,
  makeImage,
  makeMp4,
  makeSale,
  makeVideo,
  type Person,
  proveMailbox,
  signIn,
  uploadParts,
} from "../../../support/people";
import { actorOf } from "../../../support/rows";
import { addRow, addRows, readRow, readRows, setRows } from "../../../support/tables";
import type { TestWorld } from "../../../support/test-services";
import { payPrepared, prepareBalance } from "./whole-balance";

export interface WholePerson extends Person {
  /** All that says who it is, of now and of before. */
  texts: string[];
  /** A video that others bought, and that stays for them. */
  soldVideoId: string;
  /** Events of purchases and none, received and not settled yet. */
  unsettled: { id: string; saleId: string }[];
  /** Holds back the erasure until an administrator ends it. */
  openRefund: { id: string; saleId: string; status: "succeeded"; note: string };
}

let made = 0;

/** Returns letters and digits that occur nowhere else. */
const unique = () => randomBytes(5).toString("hex");

/** Returns the person after all they did. A world with a mailbox (SMTP_URL). */
export async function addWholePerson(world: TestWorld): Promise<WholePerson> {
  const { services } = world;
  const { db, clock } = services;
  made += 1;
  const [maiden, married] = [`Quintanilha${unique()}`, `Zabotto${unique()}`];
  const names = [`Marina ${maiden}`, `Marina ${married}`] as const;
  const emails = [`${maiden}@antes.example`, `${married}@hoje.example`, `${unique()}@depois.example`];
  const keys = [1, 2, 3].map(() => `${unique()}@chave.example`);
  const handles = [`aulas-${unique()}`, `aulas-${unique()}`];
  const account = `0001/9${made}${Date.now() % 1_000_000}-7`;
  const holder = `M ${unique()} Titular`;
  const cpf = "52998224725";
  const bankHolder = "11144477735";
  const password = "correct horse";
  const [email = "", newEmail = "", wishedEmail = ""] = emails;
  const [firstKey = "", secondKey = "", refundKey = ""] = keys;

  // As a creator under the maiden name, then as a learner too.
  const form = creatorForm({ fullName: names[0], email, password, pixKey: firstKey, bankAccount: account });
  const registered = await registerCreator(services, form);
  if (!registered.ok) throw new Error(registered.error);
  const { userId } = registered;
  await insertConsumerProfile(db, { userId, fullName: names[0], email });
  await acceptTerms(db, userId, clock());
  await proveMailbox(services, userId);
  const me = { userId, email, password, cookie: await signIn(world, userId) };
  const by = (address = email) => ({ ...actorOf(userId, address), at: clock() });

  // Sells, and buys.
  const seller = await makeCreator(world);
  const student = await makeConsumer(world);
  const admin = { ...actorOf(student.userId), at: clock() };
  const bought = await makeVideo(world, seller);
  const soldVideoId = await makeVideo(world, me);
  const parts = (await uploadParts({ title: "Sem vendas" })).map((part) =>
    part.name === "video" ? { ...part, fileName: `aula-${maiden}.mp4` } : part,
  );
  const unsold = await publishFromForm(services, userId, makeRequest({ path: "/creator/upload", parts }));
  if (!unsold.ok) throw new Error("not published");
  const uploading = makeRequest({ path: "/creator/uploads", parts: uploadBegun(maiden) });
  const begun = await beginWithFile(services, userId, uploading);
  if (!begun.ok) throw new Error(begun.error);
  await makeSale(world, me, bought);
  await makeSale(world, student, soldVideoId);
  const sale = await readRow(db, "sales", { consumer_id: userId }, "id");
  const reviewForm = (text: string) => ({ rating: 5, text }) as const;
  await saveReview(services, { videoId: bought, form: reviewForm(`Adorei. ${names[0]}`), by: by() });
  await saveReview(services, { videoId: bought, form: reviewForm(`Mudei. ${names[0]}`), by: by() });
  const studentBy = { ...actorOf(student.userId, student.email), at: clock() };
  await saveReview(services, { videoId: soldVideoId, form: reviewForm("Muito bom."), by: studentBy });
  const review = await readRow(db, "reviews", { creator_id: userId }, "id");
  const reply = { videoId: soldVideoId, reviewId: review.id, text: `Obrigada! ${names[0]}` };
  await replyToReview(services, { ...reply, by: by() });
  const report = { review_id: review.id, reporter_id: userId, reason: `Eu, ${names[0]}, não gostei` };
  await addRows(db, "review_reports", report);
  await askQuestion(services, {
    video: { id: bought, creatorId: seller.userId },
    by: { userId, role: "learner" },
    form: { text: `Sou ${names[0]}. Serve para canhotos?`, second: 5 },
  });
  await askQuestion(services, {
    video: { id: soldVideoId, creatorId: userId },
    by: { userId: student.userId, role: "learner" },
    form: { text: "Qual corda?", second: null },
  });
  const question = await readRow(db, "question_posts", { creator_id: userId }, "id");
  await answerQuestion(services, {
    videoId: soldVideoId,
    questionId: question.id,
    text: `A segunda. ${names[0]}`,
    by: { userId, role: "owner" },
  });
  const questionReport = { reporter_id: userId, reason: `Eu, ${names[0]}, não gostei`, created_at: clock() };
  await addRows(db, "question_reports", { ...questionReport, post_id: question.id });
  const access = { place: "a", address: "203.0.113.9", opened_at: clock(), last_at: clock() };
  await addRows(db, "video_accesses", { ...access, user_id: userId, video_id: bought });
  const copy = { user_id: userId, video_id: bought, place: "a", kept_at: clock(), renewed_at: clock() };
  await addRows(db, "device_copies", copy);
  const reports = { report_ids: [randomUUID()] };
  await addRows(db, "watch_positions", { user_id: userId, video_id: bought, seconds: 5, ...reports });

  const saved = { user_id: userId, video_id: bought, price_cents: 4990, saved_at: clock() };
  await addRows(db, "saved_videos", saved);
  const note = { second: 5, text: `Anotado por ${names[0]}`, created_at: clock(), updated_at: clock() };
  await addRows(db, "notes", { ...note, user_id: userId, video_id: bought });

  const announcement = await addRow(db, "announcements", {
    creator_id: userId,
    audience: "buyers",
    subject: names[0],
    text: names[1],
    created_at: clock(),
  });
  await addRows(db, "announcement_reports", { ...questionReport, announcement_id: announcement.id });
  await addRows(db, "creator_follows", [
    { creator_id: seller.userId, user_id: userId, followed_at: clock() },
    { creator_id: userId, user_id: student.userId, followed_at: clock() },
  ]);

  const typed = { title: `Aula de ${names[0]}` };
  const pictures = [`/thumbnails/${userId}/thumbs/1-00000000-960_${cleanFileName(names[0])}.webp`];
  const unpublished = { fields: JSON.stringify(typed), pictures };
  await setRows(db, "unpublished_videos", { video_id: begun.videoId }, unpublished);
  const draft = { id: randomUUID(), creator_id: userId, revision: 1, created_at: clock(), saved_at: clock() };
  await addRows(db, "video_drafts", {
    ...draft,
    fields: JSON.stringify(typed),
    thumbnail_url: pictures[0] ?? "",
    trailer_key: `${userId}/trailers/1-00000000.mp4`,
    trailer_name: `${names[0]}.mp4`,
  });

  const certificate = { name: names[0], course_title: "Bordado", seconds: 60, finished_at: clock() };
  await addRows(db, "certificates", {
    ...certificate,
    declared: false,
    code: "0123456789AC",
    user_id: userId,
    course_id: bought,
    issued_at: clock(),
  });

  const cues = [{ from: 0, to: 900, text: `Meu nome é ${names[0]}.` }];
  const captions = { language: "pt", cues, skipped: [], now: clock() } as const;
  await saveCaptions(db, { videoId: unsold.videoId, ...captions });

  const file = { name: `Moldes de ${names[0]}`, kind: "pdf", bytes: 5 } as const;
  const attached = [unsold.videoId, soldVideoId].map((id, at) => ({
    id,
    key: `${userId}/attachments/${String(at).repeat(32)}.pdf`,
  }));
  for (const { id, key } of attached) {
    await services.storage.put(key, Readable.from([Buffer.from("%PDF-")]));
    await insertAttachments(db, id, [{ ...file, key }], clock());
  }

  // Is to be refunded by bank transfer, and written about by administrators.
  const refund = await addRow(db, "refunds", {
    sale_id: sale.id,
    amount_cents: 4990,
    status: "requested",
    channel: "outside",
    reason: "withdrawal",
    note: `Para ${names[0]}`,
    pix_key: refundKey,
    provider_message: `No account of ${names[0]}`,
    requested_by: userId,
    created_at: clock(),
  });
  await insertAuditEntry(db, admin, {
    action: "saleRefunded",
    target: await nameSale(db, sale.id),
    after: { payee: names[0], amountCents: 1 },
    reason: `pedido de ${names[0]}`,
  });

  // Gets a public page, and changes it.
  for (const handle of handles) {
    const fields = { handle, bio: `Sou ${names[0]}`, links: `https://${maiden}.example.org/eu` };
    const page = Object.entries(fields).map(([name, content]) => ({ name, content }));
    const portrait = { name: "portrait", fileName: `${maiden}.png`, content: await makeImage() };
    const request = makeRequest({ path: "/creator/profile", parts: [...page, portrait] });
    const saved = await saveProfile(services, by(), request, async () => ({ ok: true }));
    if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
  }
  const profile = await findCreator(db, userId);
  if (!profile) throw new Error("no profile");
  const own = await readRow(db, "creator_profiles", { user_id: userId }, "portrait_key", "full_name");
  const picturePath = creatorPicturePath({ user_id: userId, ...own });
  const picture = await findCreatorPicture(services, userId, picturePath);
  if (!picture.ok) throw new Error(picture.error);

  // Is paid to one key, then chooses others, and gives a tax number.
  const payout = { pixKey: "", bankName: "", bankAccount: "", cardNumber: "", cardHolderName: "" };
  const card = { paymentMethod: "card", cardNumber: "4242", cardHolderName: holder } as const;
  await savePayoutDetails(services, by(), { form: { ...payout, ...card } });
  const bank = { paymentMethod: "bank", bankCode: "001", bankName: "Banco do Brasil" } as const;
  const whole = { bankBranch: "0001", bankAccount: account, bankHolderTaxId: bankHolder };
  await savePayoutDetails(services, by(), { form: { ...payout, ...bank, ...whole } });
  const pix = { paymentMethod: "pix", pixKey: secondKey } as const;
  const taxId = { kind: "cpf", value: cpf } as const;
  await savePayoutDetails(services, by(), { form: { ...payout, ...pix }, taxId });

  // Marries: name and e-mail change, and a third e-mail is asked for and never confirmed.
  await changeProfile(services, me, { fullName: names[1], email: newEmail, locale: "pt" });
  const token = randomBytes(32).toString("base64url");
  await sendConfirmationMail(services, { userId, locale: "pt", newEmail });
  await setRows(db, "email_confirmations", { user_id: userId }, { token_hash: hashToken(token) });
  if ((await confirmEmail(services, token, userId)) !== "waits") throw new Error("not confirmed");
  world.advance(emailWaitHours * 3_600_000);
  await applyDueEmails(services);
  const now = { userId, email: newEmail };
  await sendConfirmationMail(services, { userId, locale: "pt", newEmail: wishedEmail });
  await changeProfile(services, now, { fullName: names[1], email: wishedEmail, locale: "pt" });
  for (const known of [email, newEmail])
    await insertAuditEntry(db, admin, {
      action: "peopleExported",
      target: { kind: "file", id: "consumidores.xlsx", label: "consumidores.xlsx" },
      after: { search: known },
    });

  // Secures the account, and uses all ways in.
  const at = clock();
  const hex = () => randomBytes(32).toString("hex");
  await addRows(db, "second_factors", { user_id: userId, secret: randomBytes(40), created_at: at });
  await addRows(db, "recovery_codes", { user_id: userId, code_digest: hex() });
  await addRows(db, "passkeys", {
    id: unique(),
    user_id: userId,
    public_key: randomBytes(60),
    counter: 0,
    transports: [],
    name: `Celular de ${names[0]}`,
    created_at: at,
  });
  const soon = { user_id: userId, expires_at: at };
  const challenge = randomBytes(32).toString("base64url");
  await addRows(db, "passkey_challenges", { ...soon, challenge, purpose: "proof" });
  const target = `/marketplace?q=${married}`;
  await addRows(db, "unfinished_sign_ins", { ...soon, id_hash: hex(), entrance: "creator", target });
  await requestRecovery(services, { email: newEmail, locale: "pt", area: "learner" });
  await addRows(db, "password_resets", { ...soon, token_hash: hex() });
  await setMailChoice(db, { userId, choice: "sales", value: "none" });

  // Mails went out; one was refused with the address in the server's words.
  for (const { id: mailId } of await readRows(db, "mails", { status: "waiting" }, "id"))
    await sendMail(services, mailWriters, { mailId });
  await setRows(db, "mails", { user_id: userId }, { failure: `550 <${newEmail}> is full` });

  // Was paid.
  const prepared = await prepareBalance(db, { creatorId: userId, adminId: student.userId });
  const payee = { name: names[1], pixKey: secondKey };
  await payPrepared(db, { ...prepared, payee, decidedBy: student.userId, now: clock() });

  // Events with and without a purchase, and one that is not settled yet.
  const unsettled = [{ id: `evt_${unique()}`, saleId: sale.id }];
  for (const known of [email, newEmail]) {
    const id = `evt_${unique()}`;
    await insertEvent(world, id, { data: { billing_details: { email: known, name: names[0] } } });
    await markEvent(db, { eventId: id, subject: {}, error: null, retries: 0, now: at });
  }
  for (const { id } of unsettled) await insertEvent(world, id, { data: { name: names[1] } });

  const withSession = { ...me, email: newEmail, cookie: await signIn(world, userId) };
  await requestDownload(services, { userId, locale: "pt" });
  const wanted = await readRow(db, "data_exports", { user_id: userId }, "id");
  await makeDownload(services, { exportId: wanted.id });

  const texts = [maiden, married, ...emails, ...keys, ...handles, account, holder, bankHolder, cpf];
  const sent = { status: "succeeded", note: `Pix de ${names[1]}` } as const;
  const openRefund = { id: refund.id, saleId: sale.id, ...sent };
  return { ...withSession, texts, soldVideoId, unsettled, openRefund };
}

function uploadBegun(name: string) {
  const content = makeMp4();
  const fields = { videoName: `${name}.mp4`, videoBytes: String(content.length), videoMark: "0".repeat(64) };
  return [
    ...Object.entries(fields).map(([field, text]) => ({ name: field, content: text })),
    { name: "videoHead", fileName: "head", type: "application/octet-stream", content },
  ];
}

async function insertEvent({ services }: TestWorld, id: string, content: object): Promise<void> {
  const payload = { id, ...content };
  const body = Buffer.from(JSON.stringify(payload));
  const event = { id, providerType: "charge.updated", body, payload, now: services.clock() };
  await insertPaymentEvent(services.db, event);
}
