import { ReviewsSection } from "~/features/shop/reviews/reviews-section";
import type { ReviewsView } from "~/features/shop/reviews/reviews-view";
import { portraitSource } from "~/features/videos/pictures/portrait-sizes";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { Portrait } from "~/ui/portrait";
import { CreatorFiguresLine } from "./creator-figures";
import { creatorPath } from "./handle";
import type { PublicProfile } from "./profile-links";

interface PeopleSectionsProps {
  creator: PublicProfile | null;
  reviews: ReviewsView | null;
}

/** The creator's box and the reviews of a sales page. Needs `ShopTexts`. */
export function PeopleSections({ creator, reviews }: PeopleSectionsProps) {
  return (
    <div className="space-y-12 lg:space-y-14">
      {creator && <CreatorBox creator={creator} />}
      {reviews && <ReviewsSection shown={reviews} />}
    </div>
  );
}

/** The creator on a video's page: portrait, name, text, figures and a link. Needs `ShopTexts`. */
function CreatorBox({ creator }: { creator: PublicProfile }) {
  const t = useText();
  const linkTo = useLinkTo();
  const { full_name: name, bio, handle, portrait_key } = creator;
  return (
    <section
      aria-labelledby="creator-name"
      className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-panel bg-sunken p-6 sm:flex-nowrap"
    >
      <Portrait
        {...portraitSource(portrait_key)}
        name={name}
        sizes="6rem"
        className="size-16 bg-surface text-xl sm:size-24"
      />
      <div className="min-w-0 grow basis-40">
        <p className="text-sm text-ink-soft">{t("creators.teaches")}</p>
        <h2 id="creator-name" className="text-xl break-words sm:text-2xl">
          {name}
        </h2>
        {bio && <p className="mt-1 line-clamp-3 break-words text-ink-soft">{bio}</p>}
        <CreatorFiguresLine figures={creator} className="mt-2" />
      </div>
      <ButtonLink
        {...linkTo(creatorPath(handle))}
        variant="secondary"
        aria-label={t("creators.toPageOf", { name })}
        className="w-full shrink-0 sm:w-auto"
      >
        {t("creators.toPage")}
      </ButtonLink>
    </section>
  );
}
