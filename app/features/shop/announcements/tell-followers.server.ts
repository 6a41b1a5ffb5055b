import type { MailWriter } from "~/features/base/mail/mail-parts";
import { peopleAtOnce, postMail } from "~/features/base/mail/post-mail.server";
import { creatorPath } from "~/features/shop/creators/profile-rules";
import { videoPath } from "~/features/videos/listing/video-address";
import { coverInMail } from "~/features/videos/pictures/picture-paths";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { Services } from "~/platform/services";
import { listRecipients } from "./announcements.queries.server";
import { listNewProducts, takeCreatorsWithNews } from "./follows.queries.server";

// Per run of the sweep.
const creatorsAtOnce = 100;

/** At most one mail a week per creator. */
export async function queueNewProducts({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const now = clock();
    for (const { creatorId, since } of await takeCreatorsWithNews(trx, { now, limit: creatorsAtOnce })) {
      const part = { creatorId, since: since.toISOString(), until: now.toISOString() };
      await addJob(trx, "tell-followers", part, { key: `followers:${creatorId}` });
    }
  });
}

/** Mails one part of a creator's followers, and queues the next. */
export async function tellFollowers(
  { db }: Pick<Services, "db">,
  { after, ...news }: { creatorId: string; since: string; until: string; after?: string },
): Promise<void> {
  const { creatorId, until } = news;
  await db.transaction().execute(async (trx) => {
    const target = { audience: "followers", productId: null } as const;
    const people = await listRecipients(trx, { creatorId, ...target, after, limit: peopleAtOnce });
    for (const userId of people)
      await postMail(trx, {
        kind: "newProducts",
        key: `newProducts:${creatorId}:${until}:${userId}`,
        to: { userId },
        facts: news,
      });
    const last = people.at(-1);
    if (people.length < peopleAtOnce || last === undefined) return;
    await addJob(trx, "tell-followers", { ...news, after: last }, { key: `followers:${creatorId}:${last}` });
  });
}

/** Skipped once no product is for sale, or the reader follows no more. */
export const writeNewProducts: MailWriter = async (
  { userId, facts },
  { db, texts: { text, locale }, appUrl, urlOf },
) => {
  const creatorId = String(facts.creatorId);
  const [since, until] = [new Date(String(facts.since)), new Date(String(facts.until))];
  const products = userId ? await listNewProducts(db, { creatorId, userId, since, until }) : [];
  const [first] = products;
  if (!first) return undefined;
  const { title, creator_name: name, handle } = first;
  const isAlone = products.length === 1;
  return {
    locale,
    picture: coverInMail(first, appUrl),
    label: text("announcements.news"),
    subject: text("announcements.mail.newSubject", { name, title }),
    title: text("announcements.mail.newTitle", { name }),
    paragraphs: products.map((product) => `• ${product.title}`),
    button: {
      label: text(isAlone ? "announcements.mail.newPress" : "announcements.mail.newPressAll"),
      href: urlOf(isAlone ? videoPath(first) : creatorPath(handle)),
    },
    smallPrint: [text("announcements.mail.follows", { name, title })],
    sender: { id: creatorId, name },
  };
};
