import { useText } from "~/i18n/use-locale";
import { CardRow, Shelf } from "./shelves";
import type { ShelfVideo } from "./video-page";

interface RelatedShelvesProps {
  creatorName: string;
  videos: { moreByCreator: ShelfVideo[]; related: ShelfVideo[] };
}

/** At the end of a sales page: more by the creator and related videos, each where there are any. */
export function RelatedShelves({ creatorName, videos }: RelatedShelvesProps) {
  const t = useText();
  const { moreByCreator, related } = videos;
  if (moreByCreator.length + related.length === 0) return null;
  return (
    <div className="mt-12 border-t border-line pt-10 sm:mt-14">
      {moreByCreator.length > 0 && (
        <Shelf title={t("marketplace.moreBy", { name: creatorName })}>
          <CardRow videos={moreByCreator} />
        </Shelf>
      )}
      {related.length > 0 && (
        <Shelf title={t("marketplace.related")}>
          <CardRow videos={related} />
        </Shelf>
      )}
    </div>
  );
}
