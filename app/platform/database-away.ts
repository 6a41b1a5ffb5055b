import { isRouteErrorResponse } from "@remix-run/react";

/** The data of a 503 response while PostgreSQL is unavailable. */
export const databaseAway = "databaseAway";

/** The same while it works, and has too much to do. */
export const databaseBusy = "databaseBusy";

/** Returns why the database did not answer, or undefined for any other error. */
export function databaseFailure(error: unknown): "away" | "busy" | undefined {
  if (!isRouteErrorResponse(error)) return undefined;
  if (error.data === databaseBusy) return "busy";
  return error.data === databaseAway ? "away" : undefined;
}
