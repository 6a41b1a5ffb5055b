import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * The `shouldRevalidate` of a sign-in form that shows a message before it navigates: revalidation would make its
 * loader redirect sooner. A refusal or a network failure needs none either, since nothing has changed.
 */
export const skipRevalidation: ShouldRevalidateFunction = ({
  actionResult,
  actionStatus,
  defaultShouldRevalidate,
}) => {
  const refused = actionStatus !== undefined && actionStatus >= 400;
  return actionResult?.done || refused ? false : defaultShouldRevalidate;
};
