import { type Day, dayOf, startOfDay } from "~/i18n/days";

/** Optional mails, which a person may switch off. All others are always sent. */
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

/** Mails in the name of one person, of every group. */
export type SenderChoice = `by:${string}`;

export const senderChoice = (senderId: string): SenderChoice => `by:${senderId}`;

interface MailKindRule {
  /** The group of optional mails. */
  choice?: MailChoice;
  /** For a group with several rhythms. */
  rhythm?: "each" | "daily";
}

/** Without `choice`: about money or an account, cannot be switched off. */
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

export function nameMailKind(kind: string): MailKind | "another" {
  return findMailKind(kind) ? (kind as MailKind) : "another";
}

export function findMailKind(kind: string): MailKindRule | undefined {
  return Object.hasOwn(mailKinds, kind) ? mailKinds[kind as MailKind] : undefined;
}

const mailRhythms = ["each", "daily", "none"] as const;

type MailRhythm = (typeof mailRhythms)[number];

/** The default first. */
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

/** The default if `chosen` is not offered. */
export function rhythmOf(choice: MailChoice, chosen: string | undefined): MailRhythm {
  const offered = offeredRhythms[choice];
  return offered.find((rhythm) => rhythm === chosen) ?? (offered[0] as MailRhythm);
}

/** `chosen`: the stored rhythm of its group. */
export function wantsMail(kind: string, chosen: string | undefined): boolean {
  const rule = findMailKind(kind);
  if (!rule?.choice) return true;
  const rhythm = rhythmOf(rule.choice, chosen);
  if (rhythm === "none") return false;
  return rule.rhythm === undefined || rule.rhythm === rhythm;
}

/** Eight o'clock in São Paulo, the morning after. */
const sendHour = 24 + 8;

/** The day in São Paulo that a digest covers, and when it is sent. */
export function digestOf(now: Date): { day: Day; sendAt: Date } {
  const day = dayOf(now);
  return { day, sendAt: startOfDay(day, sendHour) };
}
