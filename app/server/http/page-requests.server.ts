import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler, Response } from "express";

type Settings = Omit<Parameters<typeof createRequestHandler>[0], "build"> & { build: ServerBuild };

/** Passes Remix only the routes that a path can match: its router ranks all routes three times per page. */
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

/** As Allow lists them. A pattern's last route is its page. */
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

interface BuiltRoute {
  path?: string | undefined;
  parentId?: string | undefined;
}

type Routes = Record<string, BuiltRoute | undefined>;

interface RouteGroups {
  bySegment: ReadonlyMap<string, readonly string[]>;
  others: readonly string[];
}

/** Indexes and routes that begin with a parameter are in each group, so that the router matches as with all routes. */
export function groupRoutes(routes: Routes): RouteGroups {
  const firsts = new Map(Object.keys(routes).map((id) => [id, firstOf(routes, id)]));
  const listFor = (segment: string | undefined): string[] => {
    const meant = [...firsts].filter(([, first]) => first === segment || !isLiteral(first));
    const ids = new Set(meant.flatMap(([id]) => [id, ...parentsOf(routes, id)]));
    return Object.keys(routes).filter((id) => ids.has(id));
  };
  const literals = new Set([...firsts.values()].filter(isLiteral));
  return {
    bySegment: new Map([...literals].map((segment) => [segment, listFor(segment)])),
    others: listFor(undefined),
  };
}

/** No parameter, splat, optional segment or empty one. */
function isLiteral(segment: string): boolean {
  return /^[a-z0-9.-]+$/.test(segment);
}

function parentsOf(routes: Routes, id: string): string[] {
  const parent = routes[id]?.parentId;
  return parent === undefined ? [] : [parent, ...parentsOf(routes, parent)];
}

function firstOf(routes: Routes, id: string): string {
  const segments = [id, ...parentsOf(routes, id)]
    .reverse()
    .flatMap((each) => routes[each]?.path?.split("/") ?? []);
  return segments.find((part) => part !== "") ?? "";
}

/** Decoded and in lower case, because the router ignores case; of a data request, that of its page. */
export function firstSegmentOf(path: string): string {
  const [segment = ""] = path.split("/").filter((part) => part !== "");
  const page = segment.replace(/\.data$/, "");
  try {
    return decodeURIComponent(page === "_root" ? "" : page).toLowerCase();
  } catch {
    return page.toLowerCase();
  }
}

interface Node {
  literal: Map<string, Node>;
  parameter?: Node;
  pattern?: string;
  rest?: string;
}

const newNode = (): Node => ({ literal: new Map() });

/**
 * Maps a request's path to its pattern, such as `/videos/:videoId` or `/files/*`, or to "other". A literal segment wins
 * over a parameter. The `.data` of a data request is not part of the pattern.
 */
export function createRouteLabels(patterns: readonly string[]): (path: string) => string {
  const root = newNode();
  for (const pattern of patterns) {
    let node = root;
    const segments = segmentsOf(pattern);
    const hasRest = segments.at(-1) === "*";
    for (const segment of hasRest ? segments.slice(0, -1) : segments) node = childFor(node, segment);
    node[hasRest ? "rest" : "pattern"] = pattern;
  }
  return (path) => findPattern(root, segmentsOf(path.replace(/\.data$/, ""))) ?? "other";
}

function segmentsOf(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "");
}

function childFor(node: Node, segment: string): Node {
  if (segment.startsWith(":")) {
    node.parameter ??= newNode();
    return node.parameter;
  }
  const child = node.literal.get(segment) ?? newNode();
  node.literal.set(segment, child);
  return child;
}

function findPattern(node: Node, [segment, ...rest]: string[]): string | undefined {
  if (segment === undefined) return node.pattern ?? node.rest;
  const literal = node.literal.get(segment);
  const pattern = literal && findPattern(literal, rest);
  return pattern ?? (node.parameter && findPattern(node.parameter, rest)) ?? node.rest;
}

export function listPatterns(routes: Record<string, BuiltRoute | undefined>): string[] {
  return Object.values(routes).map((route) => {
    const parts: string[] = [];
    for (let at = route; at; at = at.parentId ? routes[at.parentId] : undefined) {
      if (at.path) parts.unshift(at.path);
    }
    return `/${parts.join("/")}`;
  });
}
