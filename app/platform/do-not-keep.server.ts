import type { AppLoadContext } from "@remix-run/node";

declare module "@remix-run/node" {
  interface AppLoadContext {
    /** On the context itself: the pages and the server are built apart, each with its own copy of this module. */
    isKeptOut?: boolean;
  }
}

/** Notes that the response to this request is incomplete and must not be kept. */
export function keepOut(context: AppLoadContext): void {
  context.isKeptOut = true;
}

export function isKeptOut(context: AppLoadContext): boolean {
  return context.isKeptOut === true;
}
