import {
  type ActionFunctionArgs,
  type AppLoadContext,
  createRequestHandler,
  type LoaderFunctionArgs,
  type ServerBuild,
} from "@remix-run/node";
import { findLocale, serverTexts } from "~/i18n/i18next.server";
import { isOutage, retryAfterSeconds } from "~/platform/outage.server";

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type Handler = (args: Args) => unknown;
type RouteOfBuild = NonNullable<ServerBuild["routes"][string]>;

/**
 * Returns the build with routes that have no page of their own (files, forms that only lead on, what scripts ask) failing as
 * pages do. Remix answers their failures by "Unexpected Server Error"; here a browser gets the product's error page, anything
 * else its words as text, 503 with Retry-After in an outage and 500 otherwise. Data requests keep Remix's own format.
 */
export function withFailurePages(build: ServerBuild, mode: string): ServerBuild {
  const failures = new WeakMap<AppLoadContext, unknown>();
  const pages = createRequestHandler(
    mapPlainRoutes(build, () => {
      const fail: Handler = ({ context }) => {
        throw failures.get(context);
      };
      // With a component, a route that fails is answered by the page of the error.
      return { default: () => null, loader: fail };
    }),
    mode,
  );

  const guarded = (handler: Handler): Handler => {
    return async (args) => {
      try {
        return await handler(args);
      } catch (error) {
        const { request, context } = args;
        if (isAnswer(error) || context.isDataRequest) throw error;
        if (request.headers.get("Accept")?.includes("text/html")) {
          failures.set(context, error);
          return pages(new Request(request.url, { headers: request.headers }), context);
        }
        build.entry.module.handleError?.(error, args);
        return answerInWords(error, args);
      }
    };
  };
  return mapPlainRoutes(build, ({ loader, action }) => ({
    ...(loader ? { loader: guarded(loader as Handler) } : {}),
    ...(action ? { action: guarded(action as Handler) } : {}),
  }));
}

function mapPlainRoutes(
  build: ServerBuild,
  change: (module: RouteOfBuild["module"]) => Record<string, unknown>,
): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route || route.module.default) return [id, route] as const;
    return [id, { ...route, module: { ...route.module, ...change(route.module) } }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild["routes"] };
}

/** A response, of whichever implementation, or what `data()` makes: thrown on purpose. */
function isAnswer(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  if ("type" in error && error.type === "DataWithResponseInit") return true;
  return "status" in error && "statusText" in error && "headers" in error && "body" in error;
}

async function answerInWords(error: unknown, { request, context }: Args): Promise<Response> {
  const text = serverTexts[await findLocale(request)];
  const words = [
    text("errors.title"),
    text("errors.text"),
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
