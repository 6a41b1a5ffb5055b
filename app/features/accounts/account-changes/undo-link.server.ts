import type { MailWriter } from "~/features/mail/outbox/mail-writer";
import { makeToken } from "~/platform/session/tokens.server";
import { replaceUndoLink } from "./account-changes.queries.server";
import { undoDays } from "./undo-rules";

const undoPath = "/undo-change";

/**
 * Adds to a mail whose facts name a change the button that undoes it. The token is made here, so that no table holds
 * it. A copy to a former address (`ownerId`) has no other links: they lead into an account that this address no longer
 * opens.
 */
export function withUndoLink(write: MailWriter): MailWriter {
  return async (mail, context) => {
    const parts = await write(mail, context);
    const changeId = Number(mail.facts.undoes);
    if (!parts || !Number.isSafeInteger(changeId)) return parts;
    const { token, tokenHash } = makeToken();
    const link = { mailId: mail.id, changeId, tokenHash };
    if (!(await replaceUndoLink(context.db, link))) return parts;
    const { text } = context.texts;
    const copy = mail.facts.ownerId !== undefined;
    const own = [...(parts.button ? [parts.button] : []), ...(parts.links ?? [])];
    return {
      ...parts,
      paragraphs: [
        ...parts.paragraphs.filter((paragraph) => paragraph !== text("securityMails.notYou")),
        text(copy ? "undoMails.copy" : "undoMails.notYou", { days: undoDays }),
      ],
      button: {
        label: text("undoMails.press"),
        href: context.urlOf(`${undoPath}?${new URLSearchParams({ token })}`),
      },
      links: copy ? undefined : own,
      ...(copy && { notice: undefined }),
    };
  };
}
