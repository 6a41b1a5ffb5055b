import type { AppLoadContext } from "@remix-run/node";
import type { Services } from "~/platform/services";
import type { Log } from "./log.server";
import { findViewer, type Viewer } from "./session.queries.server";
import { hashSessionId } from "./session.server";

declare module "@remix-run/node" {
  interface AppLoadContext {
    services: Services;
    /** The request's log, carrying its id. */
    log: Log;
    requestId: string;
    /** Lets our own script and style through the Content-Security-Policy. */
    cspNonce: string;
    /** Whether a script asks for data, rather than a browser for a page. */
    isDataRequest: boolean;
    /** The client's address, as the socket or a trusted proxy gives it. */
    clientAddress: string;
    /** Waits until the client has taken what was written of the answer, or has gone. */
    untilTaken: () => Promise<void>;
  }
}

const viewers = new WeakMap<AppLoadContext, Promise<Viewer | undefined>>();

/**
 * Finds who is signed in, asking the database once a request however many loaders want to know.
 * Gives undefined for no cookie, a forged one, or a session that has ended.
 */
export function currentViewer(context: AppLoadContext, request: Request): Promise<Viewer | undefined> {
  const known = viewers.get(context);
  if (known) return known;
  const found = findSignedIn(context.services, request);
  viewers.set(context, found);
  return found;
}

/** As `currentViewer`, where there is no load context: asks the database every time. */
export async function findSignedIn(
  { db, sessionCookie, clock }: Pick<Services, "db" | "sessionCookie" | "clock">,
  request: Request,
): Promise<Viewer | undefined> {
  const id = await sessionCookie.read(request);
  return id ? findViewer(db, hashSessionId(id), clock()) : undefined;
}
