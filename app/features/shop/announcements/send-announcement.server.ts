import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import type { MailParts, MailWriter } from "~/features/base/mail/mail-parts";
import { findSenderName } from "~/features/base/mail/mails.queries.server";
import { peopleAtOnce, postMail } from "~/features/base/mail/post-mail.server";
import { serverPageTexts } from "~/i18n/i18next.server";
import type { Locale } from "~/i18n/languages";
import type { PageTexts } from "~/i18n/texts";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import { type AnnouncementForm, maxInMonth } from "./announcement-form";
import { announcementPath } from "./announcement-list";
import {
  type AnnouncementRow,
  addPosted,
  countInMonth,
  findAnnouncement,
  findOutgoing,
  findOwnProduct,
  insertAnnouncement,
  isRepeated,
  listRecipients,
  lockAnnouncing,
} from "./announcements.queries.server";

type SentAnnouncement = { ok: true } | { ok: false; error: "notFound" | "nobody" | "tooMany" };

/** Stores an announcement and queues its mails. A form sent twice sends one. */
export async function sendAnnouncement(
  { db, clock }: Pick<Services, "db" | "clock">,
  { form, by }: { form: AnnouncementForm; by: Actor },
): Promise<SentAnnouncement> {
  const { productId: target, subject, text } = form;
  const creatorId = by.userId;
  const { productId, audience } = target;
  return db.transaction().execute(async (trx): Promise<SentAnnouncement> => {
    await lockAnnouncing(trx, creatorId);
    if (productId && !(await findOwnProduct(trx, { creatorId, productId })))
      return { ok: false, error: "notFound" };
    const sending = { creatorId, ...target, subject, text, now: clock() };
    if (await isRepeated(trx, sending)) return { ok: true };
    if ((await listRecipients(trx, { creatorId, ...target, limit: 1 })).length === 0)
      return { ok: false, error: "nobody" };
    if ((await countInMonth(trx, sending)) >= maxInMonth[audience]) return { ok: false, error: "tooMany" };
    const announcementId = await insertAnnouncement(trx, sending);
    const label = { kind: "announcement", id: announcementId, label: subject } as const;
    await insertAuditEntry(trx, by, { action: "announcementSent", target: label });
    await addJob(trx, "tell-announcement", { announcementId }, { key: `announcement:${announcementId}` });
    return { ok: true };
  });
}

/** Mails one part of the recipients, and queues the next. Idempotent. */
export async function tellAnnouncement(
  { db }: Pick<Services, "db">,
  { announcementId, after }: { announcementId: string; after?: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const announcement = await findOutgoing(trx, announcementId);
    if (!announcement) return;
    const { creator_id: creatorId, audience, product_id: productId } = announcement;
    const people = await listRecipients(trx, { creatorId, audience, productId, after, limit: peopleAtOnce });
    let posted = 0;
    for (const userId of people)
      posted += Number(
        await postMail(trx, {
          kind: audience === "followers" ? "news" : "announcement",
          key: `announcement:${announcementId}:${userId}`,
          to: { userId },
          facts: { announcementId },
        }),
      );
    await addPosted(trx, announcementId, posted);
    const last = people.at(-1);
    if (people.length < peopleAtOnce || last === undefined) return;
    const key = `announcement:${announcementId}:${last}`;
    await addJob(trx, "tell-announcement", { announcementId, after: last }, { key });
  });
}

/** Skipped once it was hidden, or the reader lost access or follows no more. */
export const writeAnnouncement: MailWriter = async ({ userId, facts }, { db, texts, urlOf }) => {
  const id = String(facts.announcementId);
  const announcement = userId && (await findAnnouncement(db, { id, readerId: userId }));
  return announcement ? announcementMail(announcement, texts, urlOf(announcementPath(id))) : undefined;
};

/** Undefined for somebody else's product. */
export async function previewAnnouncement(
  { db, env }: Pick<Services, "db" | "env">,
  { creatorId, form, locale }: { creatorId: string; form: AnnouncementForm; locale: Locale },
): Promise<MailParts | undefined> {
  const { audience, productId } = form.productId;
  const product = productId ? await findOwnProduct(db, { creatorId, productId }) : undefined;
  const name = await findSenderName(db, creatorId);
  if ((productId && !product) || name === undefined) return undefined;
  return announcementMail(
    {
      creator_id: creatorId,
      creator_name: name,
      audience,
      product_title: product?.title ?? null,
      subject: form.subject,
      text: form.text,
    },
    serverPageTexts(locale),
    env.APP_URL,
  );
}

function announcementMail(
  announcement: Pick<
    AnnouncementRow,
    "creator_id" | "creator_name" | "audience" | "product_title" | "subject" | "text"
  >,
  { text, locale }: PageTexts,
  href: string,
): MailParts {
  const { creator_id: id, creator_name: name, audience, product_title: title, subject } = announcement;
  const why = audience === "followers" ? "follows" : title === null ? "hasAny" : "has";
  return {
    locale,
    label: text(audience === "followers" ? "announcements.news" : "announcements.one"),
    subject: text("announcements.mail.subject", { name, subject }),
    title: subject,
    paragraphs: announcement.text.split(/\n+/),
    button: { label: text("announcements.mail.press"), href },
    smallPrint: [text(`announcements.mail.${why}`, { name, title: title ?? "" })],
    sender: { id, name },
  };
}
