import { useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { PageHeader } from "~/ui/page-frame/page-header";
import { Skeleton, SkeletonGroup, SkeletonRows } from "~/ui/skeleton";

/** product.md, Constants: the cards and three table rows. */
export function AdminDashboardSkeleton() {
  const t = useText();
  return (
    <>
      <PageHeader title={t("office.panelTitle")} />
      <SkeletonGroup label={t("common.loading")}>
        <Skeleton className="mt-4 h-56 w-full" />
        <Skeleton className="mt-4 h-24 w-full" />
        <Card className="mt-4 px-5 py-5 sm:px-6">
          <Skeleton className="mb-5 h-8 w-56" />
          <Skeleton className="h-13 w-full" />
          <SkeletonRows />
        </Card>
      </SkeletonGroup>
    </>
  );
}
