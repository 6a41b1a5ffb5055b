import { type RefObject, useEffect } from "react";

/** Distance to the edge of the window, in pixels. */
const edge = 16;

interface Span {
  top: number;
  bottom: number;
}

/** All in pixels. */
function isCovering(buttons: readonly Span[], top: number, height: number): boolean {
  return buttons.some((button) => button.top < top + height && button.bottom > top);
}

/**
 * Decides how far to move down a box that would cover main buttons, in pixels: to the bottom of the window, or 0 if
 * it covers none. Returns "inFlow" if it would cover one there too: it then stays in the page's flow.
 */
export function decideMove(
  box: Span,
  { buttons, windowHeight }: { buttons: readonly Span[]; windowHeight: number },
): number | "inFlow" {
  const height = box.bottom - box.top;
  const lowest = windowHeight - edge - height;
  if (!isCovering(buttons, box.top, height)) return 0;
  return isCovering(buttons, lowest, height) ? "inFlow" : lowest - box.top;
}

/**
 * Keeps an element at the top of a phone's window from covering the page's main buttons (`data-main`), by moving it
 * to the bottom. `content`: repositions it when this changes.
 */
export function useClearOfButtons(element: RefObject<HTMLElement>, content: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content's size decides the place
  useEffect(() => {
    const phone = window.matchMedia("(width < 40rem)");
    let frame = 0;
    const place = () => {
      frame = 0;
      const box = element.current;
      if (!box) return;
      box.style.transform = "";
      box.style.position = "";
      const own = box.getBoundingClientRect();
      if (!phone.matches || own.height === 0) return;
      const buttons = [...document.querySelectorAll("main [data-main]")].map((button) =>
        button.getBoundingClientRect(),
      );
      const down = decideMove(own, { buttons, windowHeight: window.innerHeight });
      if (down === "inFlow") box.style.position = "static";
      else if (down !== 0) box.style.transform = `translateY(${down}px)`;
    };
    const later = () => {
      frame ||= requestAnimationFrame(place);
    };
    place();
    window.addEventListener("scroll", later, { passive: true });
    window.addEventListener("resize", later);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("scroll", later);
      window.removeEventListener("resize", later);
    };
  }, [element, content]);
}
