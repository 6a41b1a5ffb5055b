import { endFactorChanges } from "~/features/base/account-changes/account-changes.queries.server";
import { postOwnerMail } from "~/features/base/account-changes/account-mails.server";
import type { MailWriter } from "~/features/base/mail/mail-parts";
import { postMail } from "~/features/base/mail/post-mail.server";
import type { Db } from "~/platform/db.server";
import { hashToken, makeToken } from "~/platform/secrets.server";
import type { Services } from "~/platform/services";
import type { LimitRule } from "~/platform/try-counter.server";
import { tryEach } from "~/platform/try-each";
import {
  deleteDueSecondFactor,
  deleteOldRemovals,
  deleteRemoval,
  findRemovalByToken,
  listDueRemovals,
  proveRemoval,
  setRemovalAllowed,
  setRemovalToken,
  storeRemoval,
} from "./second-factor.queries.server";

const removalLinkHours = 24;

/** From the proof by mail to the removal: the owner may revoke it. */
const removalWaitHours = 24;

/** Time in which an administrator may allow the removal. */
const removalAllowHours = 14 * 24;

/** Mails per account: each needs the password before. */
const removalLimit: LimitRule = { name: "second-factor-removal", tries: 3, seconds: 86_400 };

const hour = 3_600_000;

type Needs = Pick<Services, "db" | "clock">;
type Notice =
  | "secondFactorHelp"
  | "secondFactorHelpProved"
  | "secondFactorHelpAllowed"
  | "secondFactorHelpRevoked";

async function post(trx: Db, kind: Notice, userId: string, now: Date): Promise<void> {
  const key = `${kind}:${userId}:${now.getTime()}`;
  // Its link may only reach the account's own address.
  if (kind === "secondFactorHelp") await postMail(trx, { kind, key, to: { userId } });
  else await postOwnerMail(trx, { kind, key, userId, now });
}

/** Mails a link, after the password. A proved request stays. Beyond the limit returns the seconds to wait. */
export async function askForRemoval(
  { db, clock, rateLimits }: Needs & Pick<Services, "rateLimits">,
  userId: string,
): Promise<{ ok: true } | { ok: false; retryAfterSeconds: number }> {
  const taken = await rateLimits.take(removalLimit, userId);
  if (!taken.ok) return taken;
  const now = clock();
  await db.transaction().execute(async (trx) => {
    if (await storeRemoval(trx, { userId, now })) await post(trx, "secondFactorHelp", userId, now);
  });
  return { ok: true };
}

/** The token is made here, so that no table holds it. */
export const writeRemovalLink: MailWriter = async ({ userId }, { db, texts: { locale, text }, urlOf }) => {
  const { token, tokenHash } = makeToken();
  if (!userId || !(await setRemovalToken(db, { userId, tokenHash }))) return undefined;
  return {
    locale,
    subject: text("securityMails.secondFactorHelp.subject"),
    paragraphs: [
      text("mails.hello"),
      text("securityMails.secondFactorHelp.text", { hours: removalLinkHours }),
      text("securityMails.secondFactorHelp.notYou"),
    ],
    button: {
      label: text("securityMails.secondFactorHelp.press"),
      href: urlOf(`/second-factor-help?${new URLSearchParams({ token })}`),
    },
  };
};

type RemovalLink = "ended" | "asked" | "proved" | "allowed";

export async function checkRemovalLink({ db, clock }: Needs, token: string): Promise<RemovalLink> {
  const removal = await findRemovalByToken(db, hashToken(token));
  if (!removal) return "ended";
  if (removal.allowed_at) return "allowed";
  if (removal.proved_at) return "proved";
  return removal.asked_at.getTime() + removalLinkHours * hour > clock().getTime() ? "asked" : "ended";
}

/** Proves that the mailbox is the person's. Returns their id; undefined for an ended link. */
export async function proveByRemovalLink({ db, clock }: Needs, token: string): Promise<string | undefined> {
  const now = clock();
  return db.transaction().execute(async (trx) => {
    const removal = await findRemovalByToken(trx, hashToken(token));
    const askedAfter = new Date(now.getTime() - removalLinkHours * hour);
    if (!removal || !(await proveRemoval(trx, { userId: removal.user_id, askedAfter, now })))
      return undefined;
    await post(trx, "secondFactorHelpProved", removal.user_id, now);
    return removal.user_id;
  });
}

/** Returns the person's id; undefined for an ended link. */
export async function revokeByRemovalLink(services: Needs, token: string): Promise<string | undefined> {
  const removal = await findRemovalByToken(services.db, hashToken(token));
  return removal && (await revokeRemoval(services, removal.user_id)) ? removal.user_id : undefined;
}

/** Informs the person. Returns false if there is no request. */
export async function revokeRemoval({ db, clock }: Needs, userId: string): Promise<boolean> {
  return db.transaction().execute((trx) => revokeRemovalIn(trx, userId, clock()));
}

/** Call it when e-mail or password change: the request was made with the former password, in the former mailbox. */
export async function revokeRemovalIn(trx: Db, userId: string, now: Date): Promise<boolean> {
  if (!(await deleteRemoval(trx, userId))) return false;
  await post(trx, "secondFactorHelpRevoked", userId, now);
  return true;
}

/** In the transaction of the audit entry. Returns false without a proved request. */
export async function allowRemoval(
  trx: Db,
  { userId, by, now }: { userId: string; by: string; now: Date },
): Promise<boolean> {
  if (!(await setRemovalAllowed(trx, { userId, by, now }))) return false;
  await post(trx, "secondFactorHelpAllowed", userId, now);
  return true;
}

/** Also deletes old requests. */
export async function removeLostSecondFactors({
  db,
  clock,
  log,
}: Needs & Pick<Services, "log">): Promise<void> {
  const now = clock();
  const ago = (hours: number) => new Date(now.getTime() - hours * hour);
  const provedBefore = ago(removalWaitHours);
  const remove = (userId: string) =>
    db.transaction().execute(async (trx) => {
      if (!(await deleteDueSecondFactor(trx, { userId, provedBefore }))) return;
      const key = `secondFactorOff:${userId}:${now.getTime()}`;
      await endFactorChanges(trx, { userId, passkeyIds: [], secondFactor: true, now });
      await postOwnerMail(trx, { kind: "secondFactorOff", key, userId, now });
      log.warn({ security: "secondFactorOff", userId }, "a lost second factor was turned off");
    });
  await tryEach(await listDueRemovals(db, { provedBefore }), remove, {
    onFailure: (error, userId) =>
      log.error({ err: error, userId }, "a lost second factor could not be turned off"),
  });
  await deleteOldRemovals(db, { askedBefore: ago(removalLinkHours), provedBefore: ago(removalAllowHours) });
}

type SecurityNotice =
  | "emailChanged"
  | "secondFactorOn"
  | "secondFactorOff"
  | "recoveryCodeUsed"
  | "secondFactorHelpAllowed"
  | "secondFactorHelpProved"
  | "secondFactorHelpRevoked"
  | "passkeyAdded"
  | "passkeyRemoved";

export function writeSecurityMail(notice: SecurityNotice): MailWriter {
  return async ({ facts }, { texts: { locale, text }, urlOf }) => ({
    locale,
    subject: text(`securityMails.${notice}.subject`),
    paragraphs: [
      text("mails.hello"),
      text(`securityMails.${notice}.text`, {
        name: typeof facts.name === "string" ? facts.name : "",
        email: typeof facts.email === "string" ? facts.email : "",
        left: typeof facts.left === "number" ? facts.left : 0,
      }),
      text("securityMails.notYou"),
    ],
    button: { label: text("securityMails.press"), href: urlOf("/account") },
  });
}
