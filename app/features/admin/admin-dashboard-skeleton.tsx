import { useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { PageHeader } from "~/ui/page-header";
import { Skeleton, SkeletonGroup, SkeletonRow, SkeletonStat } from "~/ui/skeleton";
import { statGrid } from "./stat-grid";

/** The dashboard while it loads: its cards, and three rows of the table (product.md, Constants). */
export function AdminDashboardSkeleton() {
  const t = useText();
  return (
    <>
      <PageHeader title={t("admin.panelTitle")} description={t("admin.panelText")} />
      <SkeletonGroup label={t("common.loading")}>
        <div className={statGrid}>
          {[1, 2, 3, 4, 5].map((n) => (
            <SkeletonStat key={n} />
          ))}
        </div>
        <Card className="mt-8 px-5 py-5 sm:px-6">
          <Skeleton className="mb-5 h-8 w-56" />
          <Skeleton className="h-13 w-full" />
          <RowOutlines />
        </Card>
      </SkeletonGroup>
    </>
  );
}

/** Three rows in the place of a table's. */
export function RowOutlines() {
  return (
    <>
      {[1, 2, 3].map((n) => (
        <SkeletonRow key={n} />
      ))}
    </>
  );
}
