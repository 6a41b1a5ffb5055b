import { ShelfCard } from "~/features/videos/cards/video-card";
import { useText } from "~/i18n/use-locale";
import type { PlayingPage } from "./playing-page";

type Others = Extract<PlayingPage, { others: unknown }>["others"];

/** What follows the end of a video: other videos of its creator that the viewer does not have. */
export function MoreByCreator({ name, videos }: { name: string; videos: Others }) {
  const t = useText();
  if (videos.length === 0) return null;
  return (
    <section aria-labelledby="more-by">
      <h2 id="more-by" className="text-2xl">
        {t("player.moreBy", { name })}
      </h2>
      <ul className="mt-4 grid gap-6 *:min-w-0 sm:grid-cols-3">
        {videos.map((video) => (
          <li key={video.id}>
            <ShelfCard video={video} />
          </li>
        ))}
      </ul>
    </section>
  );
}
