import type { ReactNode } from "react";
import { Card } from "./card";
import { classNames } from "./looks";

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames("animate-pulse rounded-md bg-line", className)} />;
}

/** Announces the loading once; the shapes are hidden from assistive technology. */
export function SkeletonGroup({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}

export function SkeletonCard() {
  return (
    <Card>
      <Skeleton className="aspect-video w-full rounded-none" />
      <div className="space-y-3 p-5">
        <Skeleton className="h-5 w-3/4" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-2/3" />
        <div className="flex items-center justify-between pt-3">
          <Skeleton className="h-6 w-20" />
          <Skeleton className="h-11 w-28 rounded-control" />
        </div>
      </div>
    </Card>
  );
}

export function SkeletonRow() {
  return (
    <div className="flex items-center gap-4 border-b border-line py-4 last:border-b-0">
      <div className="grow space-y-2">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-3.5 w-1/4" />
      </div>
      <Skeleton className="h-5 w-20" />
    </div>
  );
}

export function SkeletonStat() {
  return (
    <Card className="p-5 sm:p-6">
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="mt-4 h-8 w-2/3" />
    </Card>
  );
}

export function SkeletonRows() {
  return (
    <>
      {[1, 2, 3].map((n) => (
        <SkeletonRow key={n} />
      ))}
    </>
  );
}
