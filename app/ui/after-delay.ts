import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";

/**
 * Navigates to a path after a delay (product.md, Constants), in milliseconds; undefined stays. `reload`: loads a new
 * document. `replace`: replaces the history entry.
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
