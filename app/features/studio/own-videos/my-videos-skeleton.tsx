import { useText } from "~/i18n/use-locale";
import { PageHeader } from "~/ui/page-frame/page-header";
import { SkeletonCard, SkeletonGroup } from "~/ui/skeleton";

/** product.md, Constants: four cards. */
export function MyVideosSkeleton() {
  const t = useText();
  return (
    <>
      <PageHeader title={t("creator.myVideos")} description={t("creator.myVideosText")} className="mb-8" />
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
