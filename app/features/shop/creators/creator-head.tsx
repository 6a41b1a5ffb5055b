import type { ReactNode } from "react";
import { reviewerName } from "~/features/shop/reviews/reviews-view";
import { videoPath } from "~/features/videos/listing/video-address";
import { portraitSource } from "~/features/videos/pictures/picture-paths";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { TextLink } from "~/ui/link";
import { Portrait } from "~/ui/portrait";
import { Stars } from "~/ui/rating";
import { CreatorFigures } from "./creator-figures";
import { linkLabel, type PublicProfile } from "./profile-rules";

interface CreatorHeadProps {
  creator: PublicProfile;
  actions?: ReactNode;
  /** Of the name: 2 in a preview. */
  level?: 1 | 2;
}

export function CreatorHead({ creator, actions, level = 1 }: CreatorHeadProps) {
  const t = useText();
  const { full_name: name, handle, bio, links } = creator;
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
        <Portrait
          {...portraitSource(creator.portrait_key)}
          name={name}
          sizes="11rem"
          eager
          className="size-28 border-8 border-canvas text-3xl sm:size-44 sm:text-5xl"
        />
        <div className="min-w-0 grow basis-56 pb-2">
          <Heading className="text-3xl break-words sm:text-5xl">{name}</Heading>
          <p className="mt-1 text-ink-faint">@{handle}</p>
        </div>
        {actions}
      </div>
      <div className="mt-6 flex flex-wrap items-start justify-between gap-x-12 gap-y-6">
        <div className="min-w-0 max-w-prose">
          {bio && <p className="text-lg break-words whitespace-pre-line text-ink-soft">{bio}</p>}
          {links.length > 0 && (
            <ul aria-label={t("creators.linksOf", { name })} className="mt-3 flex flex-wrap gap-x-6">
              {links.map((link) => (
                <li key={link} className="min-w-0">
                  <a
                    href={link}
                    rel="ugc nofollow noopener"
                    className="inline-flex min-h-11 max-w-full items-center font-semibold break-all text-ink underline decoration-1 underline-offset-4 hover:decoration-2"
                  >
                    {linkLabel(link)}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        <CreatorFigures figures={creator} />
      </div>
    </>
  );
}

interface Saying {
  id: string;
  rating: number;
  text: string;
  author: string;
  video: { id: string; title: string };
}

/** Authors are shown by first name and an initial. */
export function showSayings(
  rows: readonly {
    id: string;
    rating: number;
    text: string;
    author_name: string | null;
    video_id: string;
    video_title: string;
  }[],
): Saying[] {
  return rows.map(({ id, rating, text, author_name, video_id, video_title }) => ({
    id,
    rating,
    text,
    author: reviewerName(author_name ?? ""),
    video: { id: video_id, title: video_title },
  }));
}

export function CreatorSayings({ sayings, more }: { sayings: readonly Saying[]; more: string | undefined }) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <section id="avaliacoes" aria-labelledby="sayings-title" className="mt-14 scroll-mt-24">
      <h2 id="sayings-title" className="text-2xl sm:text-3xl">
        {t("creators.sayings")}
      </h2>
      <ul className="mt-6 grid gap-6 *:min-w-0 md:grid-cols-2">
        {sayings.map(({ id, rating, text, author, video }) => (
          <li key={id} className="flex flex-col rounded-panel bg-sunken p-6">
            <Stars rating={rating} label={t("reviews.of5", { rating })} />
            <p className="mt-3 mb-4 line-clamp-6 break-words whitespace-pre-line">{text}</p>
            <div className="mt-auto flex items-center gap-3">
              <Portrait name={author || t("reviews.someone")} className="size-11 bg-surface" />
              <div className="min-w-0 text-sm">
                <p className="font-semibold">{author || t("reviews.someone")}</p>
                <TextLink {...linkTo(videoPath(video))} className="max-w-full font-normal! text-ink-soft">
                  <span className="truncate">{t("creators.inVideo", { title: video.title })}</span>
                </TextLink>
              </div>
            </div>
          </li>
        ))}
      </ul>
      {more && (
        <div className="mt-6">
          <ButtonLink {...linkTo(more)} variant="secondary">
            {t("creators.moreSayings")}
          </ButtonLink>
        </div>
      )}
    </section>
  );
}
