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
    isDataRequest: boolean;
    clientAddress: string;
    takesBrotli: boolean;
    /** The page has a place for the rules of its first view. */
    hasFirstStyles?: boolean;
    /** Until the client has received the written bytes, or has disconnected. */
    waitForDrain: () => Promise<void>;
    /** Whatever the route returns. */
    addCookie: (value: string) => void;
    visit: Visit;
  }
}

/** Visits of a video's pages, counted without a statement. */
export interface Visit {
  /** The page is shown to somebody who may buy the video. */
  noteView(page: { videoId: string; previewKey?: string | undefined }): void;
  /** The last link by which this client came to a video; undefined if unknown. */
  findSource(videoId: string): string | undefined;
}

const viewers = new WeakMap<AppLoadContext, Promise<Viewer | undefined>>();

/** One query per request. */
export function currentViewer(context: AppLoadContext, request: Request): Promise<Viewer | undefined> {
  const cached = viewers.get(context);
  if (cached) return cached;
  const viewer = findSignedIn(context.services, request);
  viewers.set(context, viewer);
  return viewer;
}

/** For the rest of this request, after the session got a new id. */
export function replaceViewer(context: AppLoadContext, viewer: Viewer): void {
  viewers.set(context, Promise.resolve(viewer));
}

/** The session may have ended, or have another id by now. */
interface NamedViewer {
  userId: string;
  sessionIdHash: string;
}

/** From the signed cookie, without a query. */
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
