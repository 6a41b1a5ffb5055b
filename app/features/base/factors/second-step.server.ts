import type { AppLoadContext } from "@remix-run/node";
import { hashToken, makeToken } from "~/platform/secrets.server";
import { noteSecurity } from "~/platform/security-events";
import { hasSecondFactor } from "./second-factor.queries.server";
import { secondStepMinutes } from "./second-factor-rules";
import {
  deleteUnfinishedSignIn,
  findUnfinishedSignIn,
  insertUnfinishedSignIn,
  type SignInEntrance,
  type UnfinishedSignIn,
} from "./unfinished-sign-ins.queries.server";

export const secondStepPath = "/second-step";

/**
 * Stores a sign-in until the second factor's code is entered; there is no session before. Returns Set-Cookie values, or
 * undefined if no second factor is needed. `hasSecondFactor`: looked up if undefined. `passwordHash`: what was checked;
 * if it has changed since, the code is useless.
 */
export async function beginSecondStep(
  context: AppLoadContext,
  person: { userId: string; passwordHash?: string; hasSecondFactor?: boolean },
  continues: { entrance: SignInEntrance; target?: string; shownPriceCents?: number | undefined },
): Promise<string[] | undefined> {
  const { db, clock, secondStepCookie } = context.services;
  const { hasSecondFactor: known, ...signIn } = person;
  if (!(known ?? (await hasSecondFactor(db, signIn.userId)))) return undefined;
  const { token: id, tokenHash: idHash } = makeToken();
  await insertUnfinishedSignIn(db, {
    ...signIn,
    idHash,
    entrance: continues.entrance,
    target: continues.target ?? "",
    shownPriceCents: continues.shownPriceCents ?? null,
    expiresAt: new Date(clock().getTime() + secondStepMinutes * 60_000),
  });
  noteSecurity(context, "secondStepBegun", { userId: person.userId });
  return [await secondStepCookie.write(id)];
}

/** Undefined if no sign-in of this browser waits for a code. */
export async function findSecondStep(
  { services: { db, clock, secondStepCookie } }: AppLoadContext,
  request: Request,
): Promise<(UnfinishedSignIn & { idHash: string }) | undefined> {
  const id = await secondStepCookie.read(request);
  if (!id) return undefined;
  const idHash = hashToken(id);
  const signIn = await findUnfinishedSignIn(db, idHash, clock());
  return signIn && { ...signIn, idHash };
}

/** Returns the Set-Cookie values; undefined if it had ended before. */
export async function endSecondStep(
  { services: { db, secondStepCookie } }: AppLoadContext,
  idHash: string,
): Promise<string[] | undefined> {
  return (await deleteUnfinishedSignIn(db, idHash)) ? [await secondStepCookie.clear()] : undefined;
}
