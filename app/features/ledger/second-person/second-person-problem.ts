/**
 * Why an administrator may not confirm what another one requested (`second_person_problem` in
 * migrations/0009-payouts.ts):
 * - `samePerson`: they requested it themselves
 * - `ownMoney`: it is about their own money as a creator
 * - `roleFromRequester`: their role came from the requester, directly or through others
 * - `roleToRequester`: the requester's role came from them, and no second person approved it
 * - `newerRole`: they got the role after the request
 * - `notAdmin`: they have just lost the role
 */
export const secondPersonProblems = [
  "samePerson",
  "ownMoney",
  "roleFromRequester",
  "roleToRequester",
  "newerRole",
  "notAdmin",
] as const;

export type SecondPersonProblem = (typeof secondPersonProblems)[number];
