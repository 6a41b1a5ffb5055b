import type { AppLoadContext } from "@remix-run/node";
import { clientOf } from "~/features/base/audit/actor.server";

/** Returns where a request came from, as the access log keeps it. */
export function deviceOf(context: Pick<AppLoadContext, "clientAddress">, request: Request) {
  const { address, browser } = clientOf(context, request);
  return { address, device: browser };
}
