import type { AttachmentLinks } from "~/features/videos/lesson-files/describe-files.server";
import { useLinkTo } from "~/i18n/use-locale";
import { Icon } from "~/ui/icons";
import { TextLink } from "~/ui/text-link";

/** The files that come with a video, for who may watch it. */
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
