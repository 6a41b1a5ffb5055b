import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type HandleErrorFunction,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { databaseAway, databaseBusy } from "~/platform/database-away";
import { isDatabaseAway, isDatabaseBusy } from "~/platform/outage.server";

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type Handler = (args: Args) => unknown;

/**
 * Returns a wrapper for loaders and actions: a failure because PostgreSQL is unavailable or busy becomes a 503 with the
 * page `error-page.tsx`; other failures are rethrown. `report` gets the cause, once per request.
 */
export function answerDatabaseAway(report: HandleErrorFunction | undefined): (handler: Handler) => Handler {
  const reported = new WeakSet<AppLoadContext>();
  return (handler) => async (args) => {
    try {
      return await handler(args);
    } catch (error) {
      const busy = isDatabaseBusy(error);
      if (!busy && !isDatabaseAway(error)) throw error;
      if (!reported.has(args.context)) report?.(error, args);
      reported.add(args.context);
      throw data(busy ? databaseBusy : databaseAway, { status: 503 });
    }
  };
}
