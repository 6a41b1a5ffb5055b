import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import type { ConfirmedAct } from "./acts-of-two-people";
import {
  type Confirmation,
  findSecondPersonProblem,
  readTwoPeopleSettings,
  type TwoPeopleSettings,
} from "./second-person.queries.server";
import type { SecondPersonProblem } from "./second-person-problem";

export type TwoPeopleEnv = Pick<Services["env"], "PAYOUT_TWO_PEOPLE">;

/** A request that another administrator approved, and who made it. */
export interface ApprovedRequest {
  requestId: string;
  by: { userId: string; email: string };
}

/** Returns the settings; `required` where `PAYOUT_TWO_PEOPLE` or the database asks for a second person. */
export async function loadTwoPeople(db: Db, env: TwoPeopleEnv): Promise<TwoPeopleSettings> {
  const stored = await readTwoPeopleSettings(db);
  return { ...stored, required: env.PAYOUT_TWO_PEOPLE || stored.required };
}

/**
 * Returns why an administrator may not confirm a request; undefined where they may, or no second person is required.
 */
export async function refuseConfirmation(
  db: Db,
  env: TwoPeopleEnv,
  confirmation: Confirmation & { act: ConfirmedAct },
): Promise<SecondPersonProblem | undefined> {
  if (!(await loadTwoPeople(db, env)).required) return undefined;
  return findSecondPersonProblem(db, confirmation);
}
