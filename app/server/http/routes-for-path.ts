interface BuiltRoute {
  path?: string | undefined;
  parentId?: string | undefined;
}

type Routes = Record<string, BuiltRoute | undefined>;

/** The ids of the routes that a path can match by its first segment, with their parents. */
export interface RouteGroups {
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
