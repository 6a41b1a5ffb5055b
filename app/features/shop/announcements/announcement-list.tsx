import { useLinkTo } from "~/i18n/use-locale";
import { TextLink } from "~/ui/link";
import type { AnnouncementsView } from "./show-announcements.server";

/** The page of one announcement; its reports are sent there, too. */
export function announcementPath(id: string): string {
  return `/announcements/${id}`;
}

/** Folded; the texts are translated on the server. */
export function AnnouncementList({ shown }: { shown: AnnouncementsView }) {
  const linkTo = useLinkTo();
  return (
    <section aria-labelledby="announcements" className="rounded-card border border-line p-4 sm:p-5">
      <h2 id="announcements" className="text-xl">
        {shown.title}
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {shown.items.map(({ id, subject, text, from }) => (
          <li key={id}>
            <details>
              <summary className="min-h-12 cursor-pointer py-3 break-words">
                <span className="font-semibold">{subject}</span>{" "}
                <span className="text-sm text-ink-soft">{from}</span>
              </summary>
              <p className="max-w-prose pb-2 break-words whitespace-pre-line">{text}</p>
              <p className="pb-2">
                <TextLink {...linkTo(announcementPath(id))} className="text-sm font-normal! text-ink-soft">
                  {shown.report}
                </TextLink>
              </p>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}
