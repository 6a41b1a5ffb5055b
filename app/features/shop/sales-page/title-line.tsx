import { creatorPath } from "~/features/shop/creators/handle";
import type { PublicProfile } from "~/features/shop/creators/public-profile";
import { reviewsSectionId } from "~/features/shop/reviews/reviews-view";
import { portraitSource } from "~/features/videos/cards/portrait-sizes";
import { RatingMark } from "~/features/videos/cards/rating-mark";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Link } from "~/ui/link";
import { Portrait } from "~/ui/portrait";

interface TitleLineProps {
  video: { creator_name: string; review_count: number; rating_total: number };
  creator: Pick<PublicProfile, "handle" | "portrait_key"> | null;
}

const linkLook =
  "inline-flex min-h-11 items-center gap-2.5 underline-offset-4 hover:text-ink hover:underline";

/** Below the title: the creator, with the way to their page, and the video's rating, with the way to its reviews. */
export function TitleLine({ video, creator }: TitleLineProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const by = t("common.by", { name: video.creator_name });
  return (
    <div className="mt-2 mb-4 flex flex-wrap items-center gap-x-5 text-ink-soft">
      {creator ? (
        <Link {...linkTo(creatorPath(creator.handle))} className={linkLook}>
          <Portrait {...portraitSource(creator.portrait_key)} sizes="2rem" name={video.creator_name} eager />
          <span className="break-words">{by}</span>
        </Link>
      ) : (
        <p className="py-2.5">{by}</p>
      )}
      {video.review_count > 0 && (
        <a href={`#${reviewsSectionId}`} className={linkLook}>
          <RatingMark figures={video} />
        </a>
      )}
    </div>
  );
}
