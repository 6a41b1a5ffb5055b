import { listAdminIds } from "~/features/base/accounts/accounts.queries.server";
import { digestOf } from "~/features/base/mail/mail-kinds";
import type { MailWriter } from "~/features/base/mail/mail-parts";
import { postMail } from "~/features/base/mail/post-mail.server";
import { findNewestAnchor } from "~/features/money/ledger/ledger-proof.queries.server";
import type { Services } from "~/platform/services";
import { tryEach } from "~/platform/try-each";
import { loadAttention } from "./admin-dashboard.server";
import { describeTask } from "./attention-kinds";

/** Once a day to each administrator, with the ledger's newest anchor; skipped without anything to report. */
export async function postAttentionMails({
  db,
  clock,
  log,
}: Pick<Services, "db" | "clock" | "log">): Promise<void> {
  const { day } = digestOf(clock());
  const post = (userId: string) =>
    db
      .transaction()
      .execute((trx) =>
        postMail(trx, { kind: "attention", key: `attention:${userId}:${day}`, to: { userId } }),
      );
  await tryEach(await listAdminIds(db), post, {
    onFailure: (error, userId) => log.error({ err: error, userId }, "a daily mail could not be posted"),
  });
}

export const writeAttention: MailWriter = async (_, { db, texts: { text, locale }, now, urlOf }) => {
  const { items, limit } = await loadAttention({ db, clock: () => now });
  const anchor = await findNewestAnchor(db);
  if (items.length === 0 && !anchor) return undefined;
  const count = items.length;
  const anchored = anchor
    ? [{ label: text("accountMails.attention.anchor", { day: anchor.day }), value: anchor.chain }]
    : [];
  if (count === 0 && anchor)
    return {
      locale,
      subject: text("accountMails.attention.anchorSubject", { day: anchor.day }),
      title: text("accountMails.attention.anchorSubject", { day: anchor.day }),
      paragraphs: [text("accountMails.attention.anchorText")],
      button: { label: text("accountMails.attention.press"), href: urlOf("/admin/dashboard") },
      facts: anchored,
    };
  return {
    locale,
    subject:
      count === 1
        ? text("accountMails.attention.subjectSingle")
        : text("accountMails.attention.subject", { count }),
    title: text("accountMails.attention.title"),
    paragraphs: [
      text("accountMails.attention.text"),
      ...items.map((item) => describeTask(item, { limit, t: text })),
      ...(anchor ? [text("accountMails.attention.anchorText")] : []),
    ],
    button: { label: text("accountMails.attention.press"), href: urlOf("/admin/dashboard") },
    facts: anchored,
  };
};
