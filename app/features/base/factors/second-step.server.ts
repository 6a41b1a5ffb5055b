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
 * Where an account has a second factor, stores the sign-in until its code is entered; there is no session before.
 * Returns Set-Cookie values for the redirect to `secondStepPath`, or undefined when no second factor is needed.
 * `hasSecondFactor`: is looked up if undefined.
 * `passwordHash`: what the password was checked against; when it was changed since, the code leads nowhere.
 */
export async function beginSecondStep(
  context: AppLoadContext,
  person: { userId: string; passwordHash?: string; hasSecondFactor?: boolean },
  continues: { entrance: SignInEntrance; target?: string; shownPriceCents?: number | undefined },
): Promise<string[] | undefined> {
  const { db, clock, secondStepCookie } = context.services;
  const { hasSecondFactor: known, ...who } = person;
  if (!(known ?? (await hasSecondFactor(db, who.userId)))) return undefined;
  const { token: id, tokenHash: idHash } = makeToken();
  await insertUnfinishedSignIn(db, {
    ...who,
    idHash,
    entrance: continues.entrance,
    target: continues.target ?? "",
    shownPriceCents: continues.shownPriceCents ?? null,
    expiresAt: new Date(clock().getTime() + secondStepMinutes * 60_000),
  });
  noteSecurity(context, "secondStepBegun", { userId: person.userId });
  return [await secondStepCookie.write(id)];
}

/** Returns the sign-in of this browser that waits for a code; undefined without one. */
export async function findSecondStep(
  { services: { db, clock, secondStepCookie } }: AppLoadContext,
  request: Request,
): Promise<(UnfinishedSignIn & { idHash: string }) | undefined> {
  const id = await secondStepCookie.read(request);
  if (!id) return undefined;
  const idHash = hashToken(id);
  const found = await findUnfinishedSignIn(db, idHash, clock());
  return found && { ...found, idHash };
}

/** Ends the wait, once. Returns the Set-Cookie values, or undefined when it had ended before. */
export async function endSecondStep(
  { services: { db, secondStepCookie } }: AppLoadContext,
  idHash: string,
): Promise<string[] | undefined> {
  return (await deleteUnfinishedSignIn(db, idHash)) ? [await secondStepCookie.clear()] : undefined;
}
