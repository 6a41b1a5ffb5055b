import { type Day, dayOf, startOfDay } from "~/features/base/money/days";

/** Groups of optional mails, which a person may switch off. Every other mail is always sent. */
export const mailChoices = [
  "sales",
  "questions",
  "answers",
  "reviews",
  "videos",
  "reminders",
  "prices",
  "lessons",
  "progress",
  "announcements",
  "news",
  "attention",
] as const;

export type MailChoice = (typeof mailChoices)[number];

/** The mails in the name of one person, of every group: ended or not, like a group. */
export type SenderChoice = `by:${string}`;

export const senderChoice = (senderId: string): SenderChoice => `by:${senderId}`;

interface MailKindRule {
  /** Only for optional mails: the group by which they are ended. */
  choice?: MailChoice;
  /** Only where the group offers more than one rhythm: the rhythm that this kind belongs to. */
  rhythm?: "each" | "daily";
}

/** Every kind of mail. A kind without `choice` is about money or an account, and cannot be ended. */
export const mailKinds = {
  // To buyers
  receipt: {},
  freeAccess: {},
  // To people who may have no account
  guest: {},
  gift: {},
  paymentWaiting: {},
  paymentReminder: {},
  paymentFailed: {},
  leftWithoutPaying: { choice: "reminders" },
  priceFell: { choice: "prices" },
  lessonsAdded: { choice: "lessons" },
  courseStopped: { choice: "progress" },
  certificate: { choice: "progress" },
  refundOnItsWay: {},
  refundDone: {},
  refundFailed: {},
  refundKey: {},
  refundKeyChanged: {},
  withdrawalFailed: {},
  accessSuspended: {},
  accessBack: {},
  purchaseUnreadable: {},
  answer: { choice: "answers", rhythm: "each" },
  answersOfDay: { choice: "answers", rhythm: "daily" },
  announcement: { choice: "announcements" },
  news: { choice: "news" },
  newProducts: { choice: "news" },
  // To creators
  firstSale: {},
  sale: { choice: "sales", rhythm: "each" },
  salesOfDay: { choice: "sales", rhythm: "daily" },
  payoutPrepared: {},
  payoutSettled: {},
  payoutDetailsChanged: {},
  payoutDetailsCancelled: {},
  feeChanged: {},
  reserveChanged: {},
  videoReady: { choice: "videos" },
  videoFailed: {},
  review: { choice: "reviews" },
  question: { choice: "questions", rhythm: "each" },
  questionsOfDay: { choice: "questions", rhythm: "daily" },
  // About an account
  changeUndone: {},
  emailChangeCancelled: {},
  emailChangeFailed: {},
  emailChangeWaits: {},
  emailChanged: {},
  googleLinked: {},
  passkeyAdded: {},
  passkeyRemoved: {},
  recoveryCodeUsed: {},
  secondFactorHelp: {},
  secondFactorHelpAllowed: {},
  secondFactorHelpProved: {},
  secondFactorHelpRevoked: {},
  secondFactorOff: {},
  secondFactorOn: {},
  passwordChanged: {},
  newSignIn: {},
  // To administrators
  attention: { choice: "attention" },
  payoutDraft: { choice: "attention" },
  disputeDue: {},
  // To the operator's mailbox
  support: {},
  dataReady: {},
  erasureScheduled: {},
  erasureRevoked: {},
  erasureBegun: {},
} as const satisfies Record<string, MailKindRule>;

export type MailKind = keyof typeof mailKinds;

/** Returns the key of a kind's name in the texts `mailNames`: `another` for a kind of another release. */
export function nameMailKind(kind: string): MailKind | "another" {
  return findMailKind(kind) ? (kind as MailKind) : "another";
}

/** Returns the rule of a kind; undefined for a kind of another release. */
export function findMailKind(kind: string): MailKindRule | undefined {
  return Object.hasOwn(mailKinds, kind) ? mailKinds[kind as MailKind] : undefined;
}

/** How often a person wants the mails of a group. */
const mailRhythms = ["each", "daily", "none"] as const;

type MailRhythm = (typeof mailRhythms)[number];

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
  progress: ["each", "none"],
  announcements: ["each", "none"],
  news: ["each", "none"],
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

/** The hour in São Paulo at which such a mail is sent, on the morning after: eight. */
const sendHour = 24 + 8;

/** Returns the day in São Paulo whose events one mail tells together, and when it is sent, on the morning after. */
export function digestOf(now: Date): { day: Day; sendAt: Date } {
  const day = dayOf(now);
  return { day, sendAt: startOfDay(day, sendHour) };
}
