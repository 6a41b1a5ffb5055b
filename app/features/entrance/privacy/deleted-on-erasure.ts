import { parseLogLine } from "~/features/base/form-fields/log-line";
import type { DB } from "~/platform/schema";

/** Can never receive mail (RFC 2606, section 2). */
export function erasedEmail(userId: string): string {
  return `${userId}@erased.invalid`;
}

export function erasedHandle(userId: string): string {
  return `conta-${userId.replaceAll("-", "").slice(0, 20)}`;
}

/** Returns texts that identify a person in the audit log and events. A single word may occur in texts about others. */
export function listIdentifyingTexts(
  texts: readonly (string | null)[],
  names: readonly (string | null)[],
): string[] {
  const whole = texts.filter((text): text is string => text !== null && text.length >= 6);
  const full = names.filter((name): name is string => name !== null && /\S\s+\S/.test(name.trim()));
  return [...new Set([...whole, ...full])];
}

/** Rows deleted by an erasure, by the column of the person; other tables: `emptied-on-erasure.queries.server.ts`. */
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

/** Reads the erasures in the server's log, each account once. Reviews are kept only if the line says so. */
export function parseErasedLines(log: string, message: string): LoggedErasure[] {
  const erasures = new Map<string, LoggedErasure>();
  for (const line of log.split("\n")) {
    if (!line.includes(message)) continue;
    const entry = parseLogLine(line);
    if (entry?.msg === message && isUuid(entry.userId))
      erasures.set(entry.userId, { userId: entry.userId, keepReviews: entry.keepReviews === true });
  }
  return [...erasures.values()];
}
