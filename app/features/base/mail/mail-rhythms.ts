import { findMailKind, type MailChoice } from "./mail-kinds";

/** How often a person wants the mails of a group. */
const mailRhythms = ["each", "daily", "none"] as const;

export type MailRhythm = (typeof mailRhythms)[number];

/** The rhythms that each group offers, the usual one first. */
export const offeredRhythms: Record<MailChoice, readonly MailRhythm[]> = {
  sales: ["each", "daily", "none"],
  questions: ["each", "daily", "none"],
  answers: ["each", "daily", "none"],
  reviews: ["each", "none"],
  videos: ["each", "none"],
  reminders: ["each", "none"],
  prices: ["each", "none"],
  lessons: ["daily", "none"],
  attention: ["daily", "none"],
};

/** Returns the rhythm of a group that a person chose, or its usual one. */
export function rhythmOf(choice: MailChoice, chosen: string | undefined): MailRhythm {
  const offered = offeredRhythms[choice];
  return offered.find((rhythm) => rhythm === chosen) ?? (offered[0] as MailRhythm);
}

/**
 * Returns whether a person wants a mail of this kind. `chosen`: the stored rhythm of its group, undefined where the
 * person chose nothing.
 */
export function wantsMail(kind: string, chosen: string | undefined): boolean {
  const rule = findMailKind(kind);
  if (!rule?.choice) return true;
  const rhythm = rhythmOf(rule.choice, chosen);
  if (rhythm === "none") return false;
  return rule.rhythm === undefined || rule.rhythm === rhythm;
}
