import type { AppLoadContext } from "@remix-run/node";
import type { Services } from "~/platform/services";
import type { Log } from "./log.server";
import { hashToken } from "./secrets.server";
import { findViewer, type Viewer } from "./session/session.queries.server";

declare module "@remix-run/node" {
  interface AppLoadContext {
    services: Services;
    log: Log;
    requestId: string;
    cspNonce: string;
    /** True for a Remix data request, false for a document. */
    isDataRequest: boolean;
    clientAddress: string;
    /** Whether the client takes pages in Brotli. */
    takesBrotli: boolean;
    /** Whether the page has a place for the rules of its first view. */
    hasFirstStyles?: boolean;
    /** Waits until the client has received the written bytes of the response, or has disconnected. */
    waitForDrain: () => Promise<void>;
    /** Adds a Set-Cookie value to the response, whatever the route returns. */
    addCookie: (value: string) => void;
    visit: Visit;
  }
}

/** Counters of requests of a video's pages; counting sends no statement. */
export interface Visit {
  /** Counts that a video's page is shown to somebody who may buy it. */
  noteView(page: { videoId: string; previewKey?: string | undefined }): void;
  /** Returns the last link by which this client came to a video; undefined if none is known. */
  findSource(videoId: string): string | undefined;
}

const viewers = new WeakMap<AppLoadContext, Promise<Viewer | undefined>>();

/** Returns the signed-in viewer, with one query per request. Undefined without a live session. */
export function currentViewer(context: AppLoadContext, request: Request): Promise<Viewer | undefined> {
  const known = viewers.get(context);
  if (known) return known;
  const found = findSignedIn(context.services, request);
  viewers.set(context, found);
  return found;
}

/** Replaces the viewer that the rest of this request sees, after its session got a new id. */
export function replaceViewer(context: AppLoadContext, viewer: Viewer): void {
  viewers.set(context, Promise.resolve(viewer));
}

/** Whom a session's cookie names while its session is looked up: it may have ended, or have another id by now. */
interface NamedViewer {
  userId: string;
  sessionIdHash: string;
}

/** Returns whom the session's signed cookie names; undefined without one. Asks nobody. */
export async function namedViewer(
  { services }: Pick<AppLoadContext, "services">,
  request: Request,
): Promise<NamedViewer | undefined> {
  const named = await services.sessionCookie.readNamed(request);
  return named && { userId: named.userId, sessionIdHash: hashToken(named.id) };
}

export async function findSignedIn(
  { db, sessionCookie, clock }: Pick<Services, "db" | "sessionCookie" | "clock">,
  request: Request,
): Promise<Viewer | undefined> {
  const id = await sessionCookie.read(request);
  return id ? findViewer(db, hashToken(id), clock()) : undefined;
}
