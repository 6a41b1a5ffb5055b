import { type RefObject, useEffect } from "react";

/** Space kept to the edge of the window, in pixels. */
const edge = 16;

interface Span {
  top: number;
  bottom: number;
}

/** Returns how many of the buttons a box of a height would cover with its upper edge at `top`; all in pixels. */
function countCovered(buttons: readonly Span[], top: number, height: number): number {
  return buttons.filter((button) => button.top < top + height && button.bottom > top).length;
}

/**
 * Decides how far down to move a box that would cover main buttons, in pixels: to the bottom of the window if it covers
 * fewer of them there, else 0.
 */
export function decideMove(
  box: Span,
  { buttons, windowHeight }: { buttons: readonly Span[]; windowHeight: number },
): number {
  const height = box.bottom - box.top;
  const lowest = windowHeight - edge - height;
  const covered = countCovered(buttons, box.top, height);
  return covered > 0 && countCovered(buttons, lowest, height) < covered ? lowest - box.top : 0;
}

/**
 * Keeps an element at the top of a phone's window off the page's main buttons (`data-main`): moves it to the bottom while
 * it would cover one. `content`: places it again when it changes.
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
      const own = box.getBoundingClientRect();
      if (!phone.matches || own.height === 0) return;
      const buttons = [...document.querySelectorAll("main [data-main]")].map((button) =>
        button.getBoundingClientRect(),
      );
      const down = decideMove(own, { buttons, windowHeight: window.innerHeight });
      if (down !== 0) box.style.transform = `translateY(${down}px)`;
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
