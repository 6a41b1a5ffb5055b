import { useLocation } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";
import { useText } from "~/i18n/use-locale";
import { useToasts } from "~/ui/toast-store";
import { onLostLine } from "./network-failure";

/** Tells of a form that got no answer, until one is sent again or another page is there. */
export function useLostLine(): void {
  const t = useText();
  const { add, dismiss } = useToasts();
  const { pathname } = useLocation();
  const shown = useRef<string>();
  const forget = useCallback(() => {
    if (shown.current) dismiss(shown.current);
    shown.current = undefined;
  }, [dismiss]);
  useEffect(
    () =>
      onLostLine((said) => {
        forget();
        if (!said) return;
        shown.current = add({ tone: "error", title: t(said.title), description: t(said.description) });
      }),
    [add, forget, t],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of page that ends it
  useEffect(() => forget, [pathname, forget]);
}
