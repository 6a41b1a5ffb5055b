import { isRouteErrorResponse } from "@remix-run/react";

/** The data of a 503 response while PostgreSQL is unavailable. */
export const databaseAway = "databaseAway";

export function isDatabaseAwayAnswer(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.data === databaseAway;
}
