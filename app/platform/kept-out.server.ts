import type { AppLoadContext } from "@remix-run/node";

const keptOut = new WeakSet<AppLoadContext>();

/** Notes that the answer to this request lacks something, so that nobody else may get it. */
export function keepOut(context: AppLoadContext): void {
  keptOut.add(context);
}

export function isKeptOut(context: AppLoadContext): boolean {
  return keptOut.has(context);
}
