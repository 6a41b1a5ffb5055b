import type { ShouldRevalidateFunction } from "@remix-run/react";

/** For a form with a message before it navigates: revalidation would redirect sooner. A refusal changed nothing. */
export const skipRevalidation: ShouldRevalidateFunction = ({
  actionResult,
  actionStatus,
  defaultShouldRevalidate,
}) => {
  const refused = actionStatus !== undefined && actionStatus >= 400;
  return actionResult?.done || refused ? false : defaultShouldRevalidate;
};
