import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { type Conversion, isMoving } from "./conversion";

/** In milliseconds: a little longer than the server takes to write down how far it is. */
const lookEveryMs = 4_000;

/** Asks for the page's data again while something on it is being converted, and the page is looked at. */
export function useConversionsNews(conversions: Readonly<Record<string, Conversion>>): void {
  const { revalidate, state } = useRevalidator();
  const moving = Object.values(conversions).some(isMoving);
  useEffect(() => {
    if (!moving) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && state === "idle") revalidate();
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, [moving, revalidate, state]);
}
