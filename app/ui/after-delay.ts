import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";

/**
 * Goes to a path some time after it is known (product.md, Constants: delays).
 * Takes the path, undefined for staying, and milliseconds; `reload` loads the page whole, `replace` lets it take this
 * one's place in the history.
 */
export function useGoAfter(
  path: string | undefined,
  delayMs: number,
  { reload = false, replace = false }: { reload?: boolean; replace?: boolean } = {},
): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!path) return;
    const go = () => {
      if (!reload) navigate(path, { replace });
      else if (replace) window.location.replace(path);
      else window.location.assign(path);
    };
    const timer = setTimeout(go, delayMs);
    return () => clearTimeout(timer);
  }, [path, delayMs, reload, replace, navigate]);
}
