import type { ReactNode } from "react";
import { SkeletonCard } from "~/ui/skeleton";

/** The grid of cards: one column on a phone, four on a wide screen. */
export function VideoGrid({ children }: { children: ReactNode }) {
  return <ul className="grid gap-6 *:min-w-0 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">{children}</ul>;
}

/** product.md, Constants: so many placeholders stand for cards that are being read. */
const skeletons = [1, 2, 3, 4];

/** The outlines of cards, as items of the grid. */
export function SkeletonCards() {
  return skeletons.map((n) => (
    <li key={n} aria-hidden="true">
      <SkeletonCard />
    </li>
  ));
}
