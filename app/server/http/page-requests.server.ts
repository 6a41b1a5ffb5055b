import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler, Response } from "express";

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

interface BuiltRoute {
  path?: string | undefined;
  parentId?: string | undefined;
}

type Routes = Record<string, BuiltRoute | undefined>;

/** The ids of the routes that a path can match by its first segment, with their parents. */
interface RouteGroups {
  bySegment: ReadonlyMap<string, readonly string[]>;
  others: readonly string[];
}

/**
 * Groups the routes of a build by the first segment of their full paths. Those that begin with a parameter, and
 * indexes, are in each group: with one group alone, the router matches as with all routes, in less time.
 */
export function groupRoutes(routes: Routes): RouteGroups {
  const firsts = new Map(Object.keys(routes).map((id) => [id, firstOf(routes, id)]));
  const listFor = (segment: string | undefined): string[] => {
    const meant = [...firsts].filter(([, first]) => first === segment || !isLiteral(first));
    const found = new Set(meant.flatMap(([id]) => [id, ...parentsOf(routes, id)]));
    return Object.keys(routes).filter((id) => found.has(id));
  };
  const literals = new Set([...firsts.values()].filter(isLiteral));
  return {
    bySegment: new Map([...literals].map((segment) => [segment, listFor(segment)])),
    others: listFor(undefined),
  };
}

/** A parameter, a splat or an optional segment is not; nor is the empty one of an index or a layout without a path. */
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

/**
 * Returns the first segment of a request's path, decoded and in lower case, because the router ignores case; of a data
 * request, that of its page.
 */
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
  /** The pattern that ends here with `*`: whatever follows. */
  rest?: string;
}

const newNode = (): Node => ({ literal: new Map() });

/**
 * Returns a function from a request's path to the pattern that it matches, or "other". `patterns`: paths with
 * parameters, such as `/videos/:videoId` or `/files/*`. A literal segment wins over a parameter. The `.data` of a data
 * request is not part of the pattern.
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
  const found = literal && findPattern(literal, rest);
  return found ?? (node.parameter && findPattern(node.parameter, rest)) ?? node.rest;
}

/** Returns the full path of every route of a Remix build. */
export function listPatterns(routes: Record<string, BuiltRoute | undefined>): string[] {
  return Object.values(routes).map((route) => {
    const parts: string[] = [];
    for (let at = route; at; at = at.parentId ? routes[at.parentId] : undefined) {
      if (at.path) parts.unshift(at.path);
    }
    return `/${parts.join("/")}`;
  });
}
