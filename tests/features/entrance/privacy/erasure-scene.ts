/** The erasure of an account, from the request to its last step. */
import { eraseAccount } from "~/features/entrance/privacy/erase-account.server";
import { requestErasure } from "~/features/entrance/privacy/own-data.server";
import { lastMailMs } from "~/features/entrance/privacy/retention";
import type { Db } from "~/platform/db.server";
import { hashToken } from "~/platform/secrets.server";
import { findViewer, type Viewer } from "~/platform/session/session.queries.server";
import { makeRequest } from "../../../support/ask";
import { type Person, signIn } from "../../../support/people";
import { readRow } from "../../../support/tables";
import type { TestWorld } from "../../../support/test-services";

/** Returns the viewer of a person's session. */
export async function viewerOf({ services }: TestWorld, person: { cookie: string }): Promise<Viewer> {
  const id = await services.sessionCookie.read(makeRequest({ path: "/", cookie: person.cookie }));
  const viewer = await findViewer(services.db, hashToken(id ?? ""), services.clock());
  if (!viewer) throw new Error("not signed in");
  return viewer;
}

/** Requests the erasure, by a new session. */
export async function askForErasure(
  world: TestWorld,
  { userId }: Pick<Person, "userId">,
  keepReviews = false,
) {
  const viewer = await viewerOf(world, { cookie: await signIn(world, userId) });
  return requestErasure(world.services, viewer, { locale: "pt", keepReviews });
}

/** Lets the waiting time and the hour for the last mail pass, and runs the job after each. */
export async function runErasure(
  { services, advance }: TestWorld,
  userId: string,
  last: Partial<TestWorld["services"]> = {},
): Promise<void> {
  advance(7 * 86_400_000);
  await eraseAccount(services, { userId });
  advance(lastMailMs);
  await eraseAccount({ ...services, ...last }, { userId });
}

export async function isErased(db: Db, userId: string): Promise<boolean> {
  return (await readRow(db, "users", { id: userId }, "erased_at")).erased_at !== null;
}
