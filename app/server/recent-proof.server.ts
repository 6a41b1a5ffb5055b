import type { AppLoadContext } from "@remix-run/node";
import { findAccount } from "~/features/base/accounts/accounts.queries.server";
import { countGuess } from "~/features/base/accounts/try-limits.server";
import {
  isRecentProof,
  type ProvedAction,
  payoutSittingMinutes,
  proofsOfActions,
} from "~/features/base/factors/proofs-of-actions";
import type { MessageKey } from "~/i18n/message-key";
import { currentViewer, replaceViewer } from "~/platform/context.server";
import { type FormProblem, problemWith } from "~/platform/forms/forms.server";
import { makeToken } from "~/platform/secrets.server";
import { noteSecurity } from "~/platform/security-events";
import { renewSessionProof, type Viewer } from "~/platform/session/session.queries.server";

export type Proof = { ok: true } | { ok: false; problem: FormProblem; status: number; headers?: HeadersInit };

/** False without a session. */
export async function hasRecentProof(context: AppLoadContext, request: Request): Promise<boolean> {
  const viewer = await currentViewer(context, request);
  return viewer !== undefined && isRecentProof(viewer.provedAt, context.services.clock());
}

/** The session's own proof, after the sign-in, that added no passkey yet: a passkey outlives the password. */
export async function hasOwnProof(context: AppLoadContext, request: Request): Promise<boolean> {
  const at = (await currentViewer(context, request))?.ownProofAt;
  return at != null && isRecentProof(at, context.services.clock());
}

/** Returns until when the proof is valid for payouts. Undefined without a session, or if it is too old. */
export async function findSittingEnd(context: AppLoadContext, request: Request): Promise<Date | undefined> {
  const viewer = await currentViewer(context, request);
  if (!viewer || !isRecentProof(viewer.provedAt, context.services.clock(), payoutSittingMinutes))
    return undefined;
  return new Date(viewer.provedAt.getTime() + payoutSittingMinutes * 60_000);
}

const checks = {
  recent: hasRecentProof,
  own: hasOwnProof,
  sitting: async (context: AppLoadContext, request: Request) =>
    (await findSittingEnd(context, request)) !== undefined,
};

/**
 * Otherwise checks `fields.password` and records a new proof. Returns the problem of that field: 400 if missing or wrong,
 * 429 after too many wrong ones.
 */
export async function requireProof(
  context: AppLoadContext,
  request: Request,
  { action, fields }: { action: ProvedAction; fields: Record<string, string> },
): Promise<Proof> {
  if (await checks[proofsOfActions[action].proof](context, request)) return { ok: true };
  const viewer = await currentViewer(context, request);
  if (!viewer) return refusal(fields, "accounts.proofMissing");
  return provePassword(context, viewer, fields);
}

/** Like `requireProof`, whatever the age of the last proof. */
export async function provePassword(
  context: AppLoadContext,
  viewer: Viewer,
  fields: Record<string, string>,
): Promise<Proof> {
  const { db, passwords, rateLimits } = context.services;
  if (!viewer.hasPassword) return refusal(fields, "accounts.proofElsewhere");
  if (!fields.password) return refusal(fields, "accounts.proofMissing");
  if (fields.password.length > 200) return refusal(fields, "accounts.passwordTooLong");
  const { userId } = viewer;
  // Shares the count of password changes.
  const taken = await countGuess(rateLimits, `change:${userId}`);
  if (!taken.ok) {
    noteSecurity(context, "tooManyTries", { userId });
    const headers = { "Retry-After": String(taken.retryAfterSeconds) };
    return { ...refusal(fields, "accounts.tooManyTries"), status: 429, headers };
  }
  const account = await findAccount(db, userId);
  if (!(await passwords.verify(account?.password_hash, fields.password))) {
    noteSecurity(context, "proofFailed", { userId });
    return refusal(fields, "accounts.proofWrong");
  }
  await taken.giveBack();
  if (!(await renewProof(context, viewer))) return refusal(fields, "accounts.proofMissing");
  return { ok: true };
}

/** Gives the session a new id, so that a copied cookie gains nothing. Returns false if the session has just ended. */
export async function renewProof(context: AppLoadContext, viewer: Viewer): Promise<boolean> {
  const { db, clock, sessionCookie } = context.services;
  const { token: id, tokenHash: idHash } = makeToken();
  const now = clock();
  if (!(await renewSessionProof(db, { from: viewer.sentIdHash, to: idHash, now }))) return false;
  context.addCookie(await sessionCookie.write(id, viewer.userId));
  replaceViewer(context, {
    ...viewer,
    sessionIdHash: idHash,
    sentIdHash: idHash,
    provedAt: now,
    ownProofAt: now,
  });
  noteSecurity(context, "proofRenewed", { userId: viewer.userId });
  return true;
}

function refusal(fields: Record<string, string>, password: MessageKey) {
  return { ok: false, problem: problemWith(fields, { password }), status: 400 } as const;
}
