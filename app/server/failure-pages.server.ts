import {
  type ActionFunctionArgs,
  type AppLoadContext,
  createRequestHandler,
  data,
  type HandleErrorFunction,
  type LoaderFunctionArgs,
  type ServerBuild,
} from "@remix-run/node";
import { loginPaths } from "~/features/base/accounts/google-entrance";
import { findLocale, serverTexts } from "~/i18n/i18next.server";
import { findSignedIn } from "~/platform/context.server";
import { databaseAway, databaseBusy } from "~/platform/failures";
import {
  isAccountErased,
  isDatabaseAway,
  isDatabaseBusy,
  isOutage,
  retryAfterSeconds,
} from "~/platform/outage.server";
import { goTo } from "~/platform/responses.server";

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type Handler = (args: Args) => unknown;
type RouteOfBuild = NonNullable<ServerBuild["routes"][string]>;

/**
 * Adds error pages to routes without a component (files, redirects, endpoints for scripts), which Remix would answer
 * with "Unexpected Server Error": a browser gets the product's page, other clients a short text; 503 with Retry-After
 * in an outage, else 500. Data requests keep Remix's format. While the database is unavailable, every route answers so.
 */
export function withFailurePages(bare: ServerBuild, mode: string): ServerBuild {
  const answerAway = answerDatabaseAway(bare.entry.module.handleError);
  const ending = mapRoutes(
    bare,
    () => true,
    (module) => mapHandlers(module, endErasedAccounts),
  );
  const build = mapRoutes(ending, hasPage, (module) => mapHandlers(module, answerAway));
  const failures = new WeakMap<AppLoadContext, unknown>();
  const pages = createRequestHandler(
    mapRoutes(build, isPlain, () => {
      const fail: Handler = ({ context }) => {
        throw failures.get(context);
      };
      // With a component, Remix renders the error page for a failing route.
      return { default: () => null, loader: answerAway(fail) };
    }),
    mode,
  );

  const guarded = (handler: Handler): Handler => {
    return async (args) => {
      const { request, context } = args;
      if (context.isDataRequest) return answerAway(handler)(args);
      try {
        return await handler(args);
      } catch (error) {
        if (isThrownResponse(error)) throw error;
        if (request.headers.get("Accept")?.includes("text/html")) {
          failures.set(context, error);
          return pages(new Request(request.url, { headers: request.headers }), context);
        }
        build.entry.module.handleError?.(error, args);
        return respondWithText(error, args);
      }
    };
  };
  return mapRoutes(build, isPlain, (module) => mapHandlers(module, guarded));
}

type RouteModule = RouteOfBuild["module"];

const hasPage = (module: RouteModule): boolean => module.default !== undefined;
const isPlain = (module: RouteModule): boolean => !hasPage(module);

function mapHandlers({ loader, action }: RouteModule, change: (handler: Handler) => Handler) {
  return {
    ...(loader ? { loader: change(loader as Handler) } : {}),
    ...(action ? { action: change(action as Handler) } : {}),
  };
}

function mapRoutes(
  build: ServerBuild,
  isMeant: (module: RouteModule) => boolean,
  change: (module: RouteModule) => Record<string, unknown>,
): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route || !isMeant(route.module)) return [id, route] as const;
    return [id, { ...route, module: { ...route.module, ...change(route.module) } }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild["routes"] };
}

/** A Response of any implementation, or the result of `data()`. */
function isThrownResponse(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  if ("type" in error && error.type === "DataWithResponseInit") return true;
  return "status" in error && "statusText" in error && "headers" in error && "body" in error;
}

async function respondWithText(error: unknown, { request, context }: Args): Promise<Response> {
  const text = serverTexts[await findLocale(request)];
  const busy = isDatabaseBusy(error);
  const away = isDatabaseAway(error);
  const words = [
    text(busy ? "errors.busyTitle" : away ? "errors.awayTitle" : "errors.title"),
    text(busy ? "errors.busy" : away ? "errors.away" : "errors.text"),
    text("errors.requestId", { id: context.requestId }),
  ];
  const outage = isOutage(error);
  return new Response(`${words.join("\n")}\n`, {
    status: outage ? 503 : 500,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      ...(outage ? { "Retry-After": String(retryAfterSeconds) } : {}),
    },
  });
}

/** Failures because PostgreSQL is unavailable or busy become a 503, reported once per request; others are rethrown. */
function answerDatabaseAway(report: HandleErrorFunction | undefined): (handler: Handler) => Handler {
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

/**
 * A request whose account was erased meanwhile gets the answer of an ended session (docs/decisions/0073): its guard
 * decides once more, without the body. An error about another person's account is thrown on.
 */
export function endErasedAccounts(handler: Handler): Handler {
  return async (args) => {
    try {
      return await handler(args);
    } catch (error) {
      if (!isAccountErased(error)) throw error;
      const { request, context } = args;
      const { services } = context;
      if (await findSignedIn(services, request)) throw error;
      context.log.info({ err: error }, "refused what a request wrote about an erased account");
      // The request was the sign-in itself.
      if (!(await services.sessionCookie.read(request)))
        return goTo(loginPaths.consumer, { request, context });
      const { method, headers, signal } = request;
      // The first call's context remembers the viewer.
      return handler({
        ...args,
        request: new Request(request.url, { method, headers, signal }),
        context: { ...context },
      });
    }
  };
}
