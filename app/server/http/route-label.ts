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

interface BuiltRoute {
  path?: string | undefined;
  parentId?: string | undefined;
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
