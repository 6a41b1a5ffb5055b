import type { IncomingMessage } from "node:http";
import { isbot } from "isbot";

/** What a visit is read from. */
export type VisitRequest = Pick<IncomingMessage, "method" | "url" | "headers">;

/**
 * Returns whether a request counts as a visit of a person: not of a bot, not what a browser loads ahead, and with the
 * name of a browser.
 */
export function isPersonsRequest({ method, headers }: Pick<VisitRequest, "method" | "headers">): boolean {
  if (method !== "GET" || headers["sec-purpose"]?.includes("prefetch") || headers.purpose === "prefetch")
    return false;
  const browser = headers["user-agent"];
  return browser !== undefined && browser.trim() !== "" && !isbot(browser);
}
