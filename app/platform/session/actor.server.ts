import type { AppLoadContext } from "@remix-run/node";
import { nameBrowser } from "./browser-name";

export interface Actor {
  userId: string;
  email: string;
  /** From the socket or a trusted proxy; null outside a request. */
  address: string | null;
  browser: string | null;
  at: Date;
}

export function actorOf(
  context: Pick<AppLoadContext, "services" | "clientAddress">,
  request: Request,
  { userId, email }: { userId: string; email: string },
): Actor {
  return { userId, email, ...clientOf(context, request), at: context.services.clock() };
}

export type Client = Pick<Actor, "address" | "browser">;

export function clientOf(context: Pick<AppLoadContext, "clientAddress">, request: Request): Client {
  return {
    address: context.clientAddress || null,
    browser: nameBrowser(request.headers.get("User-Agent")) ?? null,
  };
}
