import type { AppLoadContext } from "@remix-run/node";
import { nameBrowser } from "~/features/fields/browser-name";

/** Who does something, from where and when, as the audit trail keeps it. */
export interface Actor {
  userId: string;
  email: string;
  /** As the socket or a trusted proxy gives it; null where no request is behind it. */
  address: string | null;
  browser: string | null;
  at: Date;
}

/** Says who is behind a request. */
export function actorOf(
  context: Pick<AppLoadContext, "services" | "clientAddress">,
  request: Request,
  { userId, email }: { userId: string; email: string },
): Actor {
  return {
    userId,
    email,
    address: context.clientAddress || null,
    browser: nameBrowser(request.headers.get("User-Agent")) ?? null,
    at: context.services.clock(),
  };
}
