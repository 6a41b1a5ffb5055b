import { Scripts } from "@remix-run/react";
import { Children, cloneElement, Fragment, isValidElement, type ReactNode } from "react";

/**
 * Remix's `<Scripts>`, fetched after what a page is seen with. A browser takes a `modulepreload` for as urgent as the first
 * picture unless it says `fetchpriority="low"` (HTML Standard, Fetch priority attributes); on a slow line a hundred
 * kilobytes of script would hold up text and pictures that need none of it.
 */
export function LateScripts(props: Parameters<typeof Scripts>[0]) {
  // Called, not rendered: the links are elements of its own, which no property of it reaches.
  return <>{lowerPreloads(Scripts(props))}</>;
}

function lowerPreloads(node: ReactNode): ReactNode {
  return Children.map(node, (child) => {
    if (!isValidElement<{ children?: ReactNode; rel?: string }>(child)) return child;
    if (child.type === Fragment) return cloneElement(child, {}, lowerPreloads(child.props.children));
    if (child.type !== "link" || child.props.rel !== "modulepreload") return child;
    return cloneElement(child, { fetchpriority: "low" } as object);
  });
}
