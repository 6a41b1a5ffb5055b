import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler, Response } from "express";
import { createRouteLabels, listPatterns } from "./route-label";
import { firstSegmentOf, groupRoutes } from "./routes-for-path";

type Settings = Omit<Parameters<typeof createRequestHandler>[0], "build"> & { build: ServerBuild };

/**
 * Returns Remix's request handler, given only the routes that a path can match: the router compiles and ranks all that
 * it has three times for each page.
 */
export function handlePages({ build, ...settings }: Settings): RequestHandler {
  const { bySegment, others } = groupRoutes(build.routes);
  const findPattern = createRouteLabels(listPatterns(build.routes));
  const methods = listMethods(build);
  const handlers = new Map<readonly string[], RequestHandler>();
  return (req, res, next) => {
    const ids = bySegment.get(firstSegmentOf(req.path)) ?? others;
    const handler =
      handlers.get(ids) ?? createRequestHandler({ ...settings, build: narrow(build, new Set(ids)) });
    handlers.set(ids, handler);
    if (req.method !== "GET" && req.method !== "HEAD")
      nameMethods(res, () => methods.get(findPattern(req.path)) ?? "GET, HEAD");
    return handler(req, res, next);
  };
}

/** Returns the methods of each path pattern, as Allow lists them. A pattern's last route is its page. */
function listMethods({ routes }: ServerBuild): ReadonlyMap<string, string> {
  const patterns = listPatterns(routes);
  return new Map(
    Object.values(routes).map((route, index) => {
      const { action, loader, default: page } = route?.module ?? {};
      const allowed = [(loader || page) && "GET, HEAD", action && "POST"].filter(Boolean);
      return [patterns[index] ?? "", allowed.join(", ")];
    }),
  );
}

/** Sets Allow on a response whose status becomes 405 (RFC 9110, section 15.5.6). */
function nameMethods(res: Response, allowed: () => string): void {
  const writeHead = res.writeHead;
  res.writeHead = (...sent: unknown[]) => {
    if (sent[0] === 405 && !res.hasHeader("Allow")) res.setHeader("Allow", allowed());
    return Reflect.apply(writeHead, res, sent);
  };
}

function narrow(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  const keep = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
  return {
    ...build,
    routes: keep(build.routes),
    assets: { ...build.assets, routes: keep(build.assets.routes) },
  };
}
