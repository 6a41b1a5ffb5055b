import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import { firstSegmentOf, groupRoutes } from "./routes-for-path";

type Settings = Omit<Parameters<typeof createRequestHandler>[0], "build"> & { build: ServerBuild };

/**
 * Returns Remix's request handler, given only the routes that a path can match: the router compiles and ranks all that
 * it has three times for each page (docs/decisions/0080).
 */
export function handlePages({ build, ...settings }: Settings): RequestHandler {
  const { bySegment, others } = groupRoutes(build.routes);
  const handlers = new Map<readonly string[], RequestHandler>();
  return (req, res, next) => {
    const ids = bySegment.get(firstSegmentOf(req.path)) ?? others;
    const handler =
      handlers.get(ids) ?? createRequestHandler({ ...settings, build: narrow(build, new Set(ids)) });
    handlers.set(ids, handler);
    return handler(req, res, next);
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
