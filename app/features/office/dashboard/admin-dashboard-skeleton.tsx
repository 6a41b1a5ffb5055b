import { useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { PageHeader } from "~/ui/page-frame/page-header";
import { Skeleton, SkeletonGroup, SkeletonRows, SkeletonStat } from "~/ui/skeleton";

/**
 * Five cards in one row on wide screens, and no incomplete row on narrower ones. Five columns need smaller figures
 * for amounts such as R$ 123.456,78.
 */
export const statGrid =
  "mt-8 grid grid-cols-2 gap-3 *:last:col-span-2 sm:grid-cols-6 sm:gap-4 sm:*:col-span-2 sm:*:nth-[n+4]:col-span-3 xl:grid-cols-5 xl:*:col-span-1 xl:*:nth-[n+4]:col-span-1 xl:[&_dd]:text-2xl xl:[&_dd]:tracking-tight";

/** product.md, Constants: the cards and three table rows. */
export function AdminDashboardSkeleton() {
  const t = useText();
  return (
    <>
      <PageHeader title={t("office.panelTitle")} description={t("office.panelText")} />
      <SkeletonGroup label={t("common.loading")}>
        <div className={statGrid}>
          {[1, 2, 3, 4, 5].map((n) => (
            <SkeletonStat key={n} />
          ))}
        </div>
        <Card className="mt-8 px-5 py-5 sm:px-6">
          <Skeleton className="mb-5 h-8 w-56" />
          <Skeleton className="h-13 w-full" />
          <SkeletonRows />
        </Card>
      </SkeletonGroup>
    </>
  );
}
