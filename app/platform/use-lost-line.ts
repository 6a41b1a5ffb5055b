import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useText } from "~/i18n/use-locale";
import { useToasts } from "~/ui/toast-store";
import { onLostLine } from "./lost-line";

/** Tells of a form that got no answer, until one is sent again or another page is there. */
export function useLostLine(): void {
  const t = useText();
  const { add, dismiss } = useToasts();
  const { pathname } = useLocation();
  const count = useRef(0);
  useEffect(() => {
    const forget = () => dismiss(`lost-line-${count.current}`);
    return onLostLine((said) => {
      forget();
      if (!said) return;
      count.current += 1;
      const id = `lost-line-${count.current}`;
      add({ id, tone: "error", title: t(said.title), description: t(said.description) });
    });
  }, [add, dismiss, t]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of page that ends it
  useEffect(() => () => dismiss(`lost-line-${count.current}`), [pathname, dismiss]);
}
