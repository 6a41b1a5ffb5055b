import { useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { PageHeader } from "~/ui/page-frame/page-header";
import { Skeleton, SkeletonCard, SkeletonGroup, SkeletonRow, SkeletonStat } from "~/ui/skeleton";

/** product.md, Constants: the cards and three sales. */
export function DashboardSkeleton() {
  const t = useText();
  return (
    <>
      <PageHeader title={t("creator.dashboard")} description={<Skeleton className="h-6 w-40" />} />
      <SkeletonGroup label={t("common.loading")}>
        <div className="mt-8 grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
          {[1, 2, 3, 4].map((n) => (
            <SkeletonStat key={n} />
          ))}
        </div>
        <Skeleton className="mt-12 mb-4 h-8 w-48" />
        <Card className="px-5 sm:px-6">
          {[1, 2, 3].map((n) => (
            <SkeletonRow key={n} />
          ))}
        </Card>
      </SkeletonGroup>
    </>
  );
}

/** product.md, Constants: four cards. */
export function MyVideosSkeleton() {
  const t = useText();
  return (
    <>
      <PageHeader title={t("creator.myVideos")} className="mb-8" />
      <SkeletonGroup
        label={t("common.loading")}
        className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4"
      >
        {[1, 2, 3, 4].map((n) => (
          <SkeletonCard key={n} />
        ))}
      </SkeletonGroup>
    </>
  );
}
