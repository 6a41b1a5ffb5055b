import { parseLogLine } from "~/features/base/form-fields/log-line";
import type { DB } from "~/platform/schema";

/** Returns an address that can never receive mail (RFC 2606, section 2), different for each account. */
export function erasedEmail(userId: string): string {
  return `${userId}@erased.invalid`;
}

/** Returns the handle of an erased creator, which says nothing about them. */
export function erasedHandle(userId: string): string {
  return `conta-${userId.replaceAll("-", "").slice(0, 20)}`;
}

/**
 * Returns the texts by which the audit log and unlinked payment events are searched for a person: e-mail, payout keys
 * and full names. A single word is left out, as it also occurs in texts about others.
 */
export function listIdentifyingTexts(
  texts: readonly (string | null)[],
  names: readonly (string | null)[],
): string[] {
  const whole = texts.filter((text): text is string => text !== null && text.length >= 6);
  const full = names.filter((name): name is string => name !== null && /\S\s+\S/.test(name.trim()));
  return [...new Set([...whole, ...full])];
}

/**
 * What an erasure deletes: tables whose rows of a person go, with the column that names the person. Rows elsewhere
 * stay, without what names the person; sales and the ledger stay for the law (`emptied-on-erasure.queries.server.ts`
 * empties their columns, whose comments say which kind of data they hold).
 */
export const deletedRows: readonly { table: keyof DB; column: string }[] = [
  { table: "sessions", column: "user_id" },
  { table: "undo_links", column: "user_id" },
  { table: "account_changes", column: "user_id" },
  { table: "password_resets", column: "user_id" },
  { table: "email_confirmations", column: "user_id" },
  { table: "watch_positions", column: "user_id" },
  { table: "saved_videos", column: "user_id" },
  { table: "notes", column: "user_id" },
  { table: "certificates", column: "user_id" },
  { table: "video_accesses", column: "user_id" },
  { table: "device_copies", column: "user_id" },
  { table: "publications", column: "creator_id" },
  { table: "video_drafts", column: "creator_id" },
  { table: "review_reports", column: "reporter_id" },
  { table: "question_reports", column: "reporter_id" },
  { table: "announcement_reports", column: "reporter_id" },
  { table: "announcements", column: "creator_id" },
  { table: "creator_follows", column: "user_id" },
  { table: "creator_follows", column: "creator_id" },
  { table: "question_posts", column: "author_id" },
  { table: "passkeys", column: "user_id" },
  { table: "passkey_challenges", column: "user_id" },
  { table: "second_factors", column: "user_id" },
  { table: "recovery_codes", column: "user_id" },
  { table: "unfinished_sign_ins", column: "user_id" },
  { table: "payout_details_changes", column: "creator_id" },
  { table: "mail_choices", column: "user_id" },
  { table: "mails", column: "user_id" },
];

export interface LoggedErasure {
  userId: string;
  keepReviews: boolean;
}

const isUuid = (text: unknown): text is string =>
  typeof text === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/**
 * Reads the erasures in lines of the server's log, each account once. Other lines, and those that are no JSON, are
 * skipped.
 * `message`: of the lines about erasures. Reviews are kept only where the line says so.
 */
export function parseErasedLines(log: string, message: string): LoggedErasure[] {
  const found = new Map<string, LoggedErasure>();
  for (const line of log.split("\n")) {
    if (!line.includes(message)) continue;
    const entry = parseLogLine(line);
    if (entry?.msg === message && isUuid(entry.userId))
      found.set(entry.userId, { userId: entry.userId, keepReviews: entry.keepReviews === true });
  }
  return [...found.values()];
}
