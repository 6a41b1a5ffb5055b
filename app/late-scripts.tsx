import { Scripts } from "@remix-run/react";
import { Children, cloneElement, Fragment, isValidElement, type ReactNode } from "react";

/**
 * Remix's `<Scripts>` with low priority. Browsers load a `modulepreload` as urgently as the first picture unless it
 * has `fetchpriority="low"` (HTML Standard, Fetch priority attributes). On a slow connection a hundred kilobytes of
 * script would delay text and pictures that do not need it.
 */
export function LateScripts(props: Parameters<typeof Scripts>[0]) {
  // Called as a function, because the links it returns take no properties from outside.
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
