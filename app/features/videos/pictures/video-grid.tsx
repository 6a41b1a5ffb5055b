import type { ReactNode } from "react";
import { Skeleton } from "~/ui/skeleton";

/** Two columns on a phone, one on the narrowest or with large text, four on a wide screen. */
export function VideoGrid({ children }: { children: ReactNode }) {
  return (
    <ul className="grid gap-x-3 gap-y-8 *:min-w-0 grid-cols-[repeat(auto-fill,minmax(min(100%,9.5rem),1fr))] sm:grid-cols-2 sm:gap-x-6 sm:gap-y-10 lg:grid-cols-3 xl:grid-cols-4">
      {children}
    </ul>
  );
}

/** product.md, Constants. */
const skeletons = [1, 2, 3, 4];

export function SkeletonCards() {
  return skeletons.map((n) => (
    <li key={n} aria-hidden="true">
      <Skeleton className="aspect-video w-full rounded-cover" />
      <div className="mt-3 space-y-3">
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-11 w-full rounded-control" />
      </div>
    </li>
  ));
}
