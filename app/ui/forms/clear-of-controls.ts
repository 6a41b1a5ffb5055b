import { type RefObject, useEffect } from "react";

/** In pixels, to the edge of the window and to a control. */
const edge = 16;

/** Controls that a message must not cover. */
const controls =
  ":is(header, main) :is(input, select, textarea, button, summary, video, iframe, [data-main], [data-player-frame])";

interface Span {
  top: number;
  bottom: number;
}

function isCovering(spans: readonly Span[], top: number, height: number): boolean {
  return spans.some((span) => span.top < top + height && span.bottom > top);
}

/**
 * Returns how many pixels to move down a box that would cover controls: to the bottom of the window, or below a
 * control. Returns "inFlow" if it covers one everywhere.
 */
export function decideMove(
  box: Span,
  { spans, windowHeight }: { spans: readonly Span[]; windowHeight: number },
): number | "inFlow" {
  const height = box.bottom - box.top;
  const lowest = windowHeight - edge - height;
  if (!isCovering(spans, box.top, height)) return 0;
  const below = spans.map(({ bottom }) => bottom + edge).sort((a, b) => a - b);
  const top = [lowest, ...below].find(
    (place) => place > box.top && place <= lowest && !isCovering(spans, place, height),
  );
  return top === undefined ? "inFlow" : top - box.top;
}

/** Visible ones that share a column with the box. */
function listControls(box: HTMLElement): DOMRect[] {
  const boxRect = box.getBoundingClientRect();
  return [...document.querySelectorAll(controls)]
    .filter((control) => !box.contains(control) && control.checkVisibility({ visibilityProperty: true }))
    .map((control) => control.getBoundingClientRect())
    .filter(({ left, right, width }) => width > 1 && left < boxRect.right && right > boxRect.left);
}

/** Calls `place` now and when the page scrolls or resizes. */
function useReplaced(place: () => void, content: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content's size decides the place
  useEffect(() => {
    let frame = 0;
    const later = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        place();
      });
    };
    place();
    const sizes = new ResizeObserver(later);
    for (const part of document.querySelectorAll("body, main")) sizes.observe(part);
    window.addEventListener("scroll", later, { passive: true });
    window.addEventListener("resize", later);
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      window.removeEventListener("scroll", later);
      window.removeEventListener("resize", later);
    };
  }, [content]);
}

/** Keeps a sticky element from covering controls. `content`: repositions when it changes. */
export function useClearOfControls(element: RefObject<HTMLElement>, content: unknown): void {
  useReplaced(() => {
    const box = element.current;
    if (!box) return;
    box.style.transform = "";
    box.style.position = "";
    const rect = box.getBoundingClientRect();
    if (rect.height === 0) return;
    const down = decideMove(rect, { spans: listControls(box), windowHeight: window.innerHeight });
    if (down === "inFlow") box.style.position = "static";
    else if (down !== 0) box.style.transform = `translateY(${down}px)`;
  }, content);
}

/** Hides a fixed element while it would cover a control. `content`: as in `useClearOfControls`. */
export function useWaitForRoom(element: RefObject<HTMLElement>, content: unknown): void {
  useReplaced(() => {
    const box = element.current;
    if (!box) return;
    const { top, height } = box.getBoundingClientRect();
    box.toggleAttribute("data-waits", isCovering(listControls(box), top, height));
  }, content);
}
