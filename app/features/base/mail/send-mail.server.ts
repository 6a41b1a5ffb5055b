import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { serverPageTexts } from "~/i18n/i18next.server";
import { type Locale, parseLocale } from "~/i18n/languages";
import { localizePath } from "~/i18n/page-language";
import { MailRefused, MailUnconfirmed } from "~/integrations/mail/mail";
import { toStorable } from "~/integrations/storable-text";
import { throughOutage } from "~/platform/outage.server";
import type { JsonObject } from "~/platform/schema";
import type { Services } from "~/platform/services";
import { tryEach } from "~/platform/try-each";
import { frameOf } from "./mail-content.server";
import {
  findMailKind,
  type MailChoice,
  type MailKind,
  mailChoices,
  type SenderChoice,
  senderChoice,
  wantsMail,
} from "./mail-kinds";
import { renderMail } from "./mail-layout.server";
import type { MailWriters } from "./mail-parts";
import {
  endMail,
  findMail,
  listMailsWithoutJob,
  type MailEnd,
  markMailDelayed,
  markMailHandedOver,
  refuseMailsDueBefore,
} from "./mails.queries.server";
import { queueMail } from "./post-mail.server";

/** After this time a mail with a failed job is queued again (attempts of a job: `jobs.ts`). */
const requeueMs = 60 * 60_000;

/** After this time a mail that could not be sent fails. */
const givenUpMs = 14 * 24 * 60 * 60_000;

/** Log message; after a restore its `mailKey` prevents a repeat. */
export const mailSentMessage = "a mail was sent";

type Needs = Pick<Services, "db" | "env" | "clock" | "mailer" | "log">;

/**
 * Sends a mail once: it is marked as handed over just before the server can accept it, so that neither a killed process
 * nor a broken connection sends a second one; the outcome is then `unconfirmed`. Throws when the server is unavailable.
 */
export async function sendMail(
  services: Needs,
  writers: MailWriters,
  { mailId }: { mailId: string },
): Promise<void> {
  const { db, env, clock, mailer, log } = services;
  const mail = await findMail(db, mailId);
  if (mail?.status !== "waiting") return;
  const end = (ended: MailEnd) => endMail(db, { id: mailId, now: clock(), ...ended });
  if (mail.handed_over_at) {
    log.warn(
      { mailId, kind: mail.kind },
      "a mail was handed over by a run that was interrupted: not sent again",
    );
    return end({ status: "unconfirmed" });
  }
  const { email: to } = mail;
  const choice = findMailKind(mail.kind)?.choice;
  const chosen = choice && mail.choices?.[choice];
  const writer = Object.hasOwn(writers, mail.kind) ? writers[mail.kind as MailKind] : undefined;
  if (!to || !writer || !wantsMail(mail.kind, chosen)) return end({ status: "skipped" });
  const locale = parseLocale(mail.locale);
  const texts = serverPageTexts(locale);
  const parts = await writer(
    {
      id: mail.id,
      userId: mail.user_id ?? ownerIn(mail.facts as JsonObject),
      saleId: mail.sale_id,
      facts: mail.facts as JsonObject,
    },
    {
      db,
      texts,
      appUrl: env.APP_URL,
      now: clock(),
      secret: env.SESSION_SECRET,
      urlOf: (path) => new URL(localizePath(path, locale), env.APP_URL).href,
    },
  );
  const sender = parts?.sender;
  const isMuted = sender && mail.choices?.[senderChoice(sender.id)] === "none";
  if (!parts || isMuted) return end({ status: "skipped" });
  if (!mailer) throw new Error("SMTP_URL is not set: mail waits");
  const { user_id: userId } = mail;
  const stop = (ended: MailChoice | SenderChoice, label: string) =>
    userId ? { label, href: unsubscribeUrlOf(env, { userId, choice: ended }, locale) } : undefined;
  const unsubscribeGroup = choice && stop(choice, texts.text("mails.stop"));
  const unsubscribe = sender
    ? stop(senderChoice(sender.id), texts.text("mails.stopSender", { name: sender.name }))
    : (unsubscribeGroup ?? parts.unsubscribe);
  const content = await renderMail(
    { ...parts, unsubscribe, ...(sender && { unsubscribeGroup }) },
    frameOf(env, texts),
  );
  let elsewhere = false;
  const beforeHandOver = async () => {
    elsewhere = !(await markMailHandedOver(db, { id: mailId, to, now: clock() }));
    if (elsewhere) throw new Error(`mail ${mailId} was handed over by another run`);
  };
  try {
    const { hostname } = new URL(env.APP_URL);
    const messageId = `<${mailId}@${hostname}>`;
    const listId = sender && choice && `<${choice}.${sender.id}.${hostname}>`;
    const replyTo = parts.replyTo ?? env.SUPPORT_EMAIL;
    await mailer.send(
      { to, ...content, messageId, replyTo, unsubscribeUrl: unsubscribe?.href, listId },
      { beforeHandOver },
    );
  } catch (error) {
    if (elsewhere) return;
    const failure = toStorable(String(error instanceof Error ? error.message : error)).slice(0, 500);
    if (error instanceof MailUnconfirmed) {
      log.warn({ err: error, mailId, kind: mail.kind }, "the connection broke after a mail was handed over");
      return end({ status: "unconfirmed" });
    }
    if (error instanceof MailRefused) return end({ status: "refused", failure, to });
    // A mail that stays marked as handed over is never sent.
    await throughOutage(() => markMailDelayed(db, { id: mailId, failure }));
    throw error;
  }
  await end({ status: "sent" });
  log.info({ mailKey: mail.key, kind: mail.kind }, mailSentMessage);
}

/** The account that a mail to a former address is about. */
function ownerIn({ ownerId }: JsonObject): string | null {
  return typeof ownerId === "string" ? ownerId : null;
}

function unsubscribeUrlOf(env: Services["env"], subscription: Unsubscription, locale: Locale): string {
  const url = new URL(localizePath("/unsubscribe", locale), env.APP_URL);
  url.searchParams.set("token", makeUnsubscribeToken(env.SESSION_SECRET, subscription));
  return url.href;
}

/** Requeues mails whose job failed, at most 500; fails those that waited for two weeks. */
export async function requeueMails({
  db,
  clock,
  log,
}: Pick<Services, "db" | "clock" | "log">): Promise<void> {
  const now = clock();
  await refuseMailsDueBefore(db, new Date(now.getTime() - givenUpMs), now);
  const waiting = await listMailsWithoutJob(db, {
    dueBefore: new Date(now.getTime() - requeueMs),
    limit: 500,
  });
  await tryEach(waiting, (mail) => queueMail(db, mail), {
    onFailure: (error, { id }) => log.error({ err: error, mailId: id }, "a mail could not be queued"),
  });
}

/** Never expires: a mail may be opened years later. */
interface Unsubscription {
  userId: string;
  choice: MailChoice | SenderChoice;
}

function sign(secret: string, text: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "unsubscribe", 32));
  return createHmac("sha256", key).update(text).digest();
}

export function makeUnsubscribeToken(secret: string, { userId, choice }: Unsubscription): string {
  const text = `${userId}.${choice}`;
  return `${text}.${sign(secret, text).toString("base64url")}`;
}

/** Undefined if the signature is invalid. */
export function readUnsubscribeToken(secrets: readonly string[], token: string): Unsubscription | undefined {
  const [, text = "", userId = "", choice, signature = ""] =
    /^(([0-9a-f-]{36})\.([a-z]+(?::[0-9a-f-]{36})?))\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  const storedChoice = choice?.startsWith("by:")
    ? senderChoice(choice.slice(3))
    : mailChoices.find((offered) => offered === choice);
  if (!storedChoice) return undefined;
  const given = Buffer.from(signature, "base64url");
  if (!secrets.some((secret) => timingSafeEqual(sign(secret, text), given))) return undefined;
  return { userId, choice: storedChoice };
}
