import { reviewerName } from "~/features/shop/reviews/reviewer-name";
import { videoPath } from "~/features/videos/listing/video-address";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { Portrait } from "~/ui/portrait";
import { Stars } from "~/ui/rating";
import { TextLink } from "~/ui/text-link";

/** A review on its creator's page, with the video that it is about. */
export interface Saying {
  id: string;
  rating: number;
  text: string;
  author: string;
  video: { id: string; title: string };
}

/** Returns rows of reviews as a creator's page shows them: authors by first name and an initial. */
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

/** Reviews of a creator's videos that have a text, newest first. */
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
