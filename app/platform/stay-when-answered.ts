import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * The `shouldRevalidate` of a form that signs somebody in and stays for a moment: its loader, asked again, would send them
 * away sooner. Nor is it asked where the form got no answer, or a refusal: nothing has changed, and there may be no line.
 */
export const stayWhenAnswered: ShouldRevalidateFunction = ({
  actionResult,
  actionStatus,
  defaultShouldRevalidate,
}) => {
  const refused = actionStatus !== undefined && actionStatus >= 400;
  return actionResult?.done || refused ? false : defaultShouldRevalidate;
};
