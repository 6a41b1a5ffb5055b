import type { AttachmentLinks } from "~/features/videos/lesson-files/describe-files.server";
import { ShelfCard } from "~/features/videos/pictures/video-card";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Icon } from "~/ui/icons";
import { TextLink } from "~/ui/link";
import type { PlayingPage } from "./show-watch-page.server";

type Others = Extract<PlayingPage, { others: unknown }>["others"];

/** Other videos of the creator that the viewer does not have. */
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

/** The files of a video, for those who may watch it. */
export function DownloadList({ videoId, files }: { videoId: string; files: AttachmentLinks }) {
  const linkTo = useLinkTo();
  return (
    <section aria-labelledby="files" className="rounded-card border border-line p-4 sm:p-5">
      <h2 id="files" className="mb-2 text-xl">
        {files.title}
      </h2>
      <ul className="divide-y divide-line">
        {files.items.map(({ id, details, label }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
            <TextLink
              {...linkTo(`/watch/${videoId}/files/${id}`)}
              reloadDocument
              className="min-w-0 max-w-full gap-2 break-words"
            >
              <Icon name="download" />
              {label}
            </TextLink>
            <span className="text-sm text-ink-soft tabular-nums">{details}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
