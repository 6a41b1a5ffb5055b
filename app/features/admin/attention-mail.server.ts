import { digestOf } from "~/features/mails/digest-time";
import type { MailWriter } from "~/features/mails/mail-writer";
import { postMail } from "~/features/mails/post-mail.server";
import type { Services } from "~/platform/services";
import { loadAttention } from "./admin-dashboard.server";
import { listAdminIds } from "./attention.queries.server";

/** Posts today's mail about what needs attention to each administrator, once a day; it is skipped where nothing does. */
export async function postAttentionMails({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const { day } = digestOf(clock());
  for (const userId of await listAdminIds(db)) {
    await db
      .transaction()
      .execute((trx) =>
        postMail(trx, { kind: "attention", key: `attention:${userId}:${day}`, to: { userId } }),
      );
  }
}

export const writeAttention: MailWriter = async (_, { db, texts: { text, locale }, now, urlOf }) => {
  const { items, most } = await loadAttention({ db, clock: () => now });
  if (items.length === 0) return undefined;
  const count = items.length;
  return {
    locale,
    subject:
      count === 1
        ? text("accountMails.attention.subjectSingle")
        : text("accountMails.attention.subject", { count }),
    title: text("accountMails.attention.title"),
    paragraphs: [text("accountMails.attention.text")],
    button: { label: text("accountMails.attention.press"), href: urlOf("/admin/dashboard") },
    facts: items.map((item) => ({
      label: text(`people.attention_${item.kind}`),
      value: item.count >= most ? text("people.attentionMany", { count: most }) : String(item.count),
    })),
  };
};
