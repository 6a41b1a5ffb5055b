import type { ReactNode } from "react";
import { VideoCard } from "~/features/videos/cards/video-card";
import { VideoGrid } from "~/features/videos/cards/video-grid";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Icon } from "~/ui/icons";
import { Container } from "~/ui/page-frame/container";
import { TextLink } from "~/ui/text-link";
import type { LandingView } from "./show-landing.server";

interface NewestProps extends Pick<LandingView, "shelf" | "videosInShop"> {
  /** The ids of the videos that the viewer owns. */
  owned: readonly string[];
  /** On each of them. */
  ownedBadge: ReactNode;
}

/** The newest videos, or nothing if there are too few for a row. */
export function Newest({ shelf, videosInShop, owned, ownedBadge }: NewestProps) {
  const t = useText();
  const linkTo = useLinkTo();
  if (shelf.length === 0) return null;
  return (
    <Container className="mt-8 lg:mt-20">
      <section aria-labelledby="newest">
        <div className="mb-5 flex flex-wrap items-end justify-between gap-x-4">
          <div>
            <h2 id="newest" className="text-2xl sm:text-[1.75rem]">
              {t("landing.newest")}
            </h2>
            <p className="text-sm text-ink-faint">{t("landing.videosInShop", { number: videosInShop })}</p>
          </div>
          <TextLink {...linkTo("/marketplace")} className="shrink-0 gap-2">
            {t("landing.seeAll")}
            <Icon name="arrow-right" />
          </TextLink>
        </div>
        <VideoGrid>
          {shelf.map((video) => (
            <li key={video.id}>
              <VideoCard
                video={video}
                creator={video}
                owned={owned.includes(video.id)}
                badge={owned.includes(video.id) && ownedBadge}
              >
                {null}
              </VideoCard>
            </li>
          ))}
        </VideoGrid>
      </section>
    </Container>
  );
}
