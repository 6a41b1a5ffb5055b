import type { ReactNode } from "react";
import { portraitSource } from "~/features/videos/pictures/portrait-sizes";
import { useText } from "~/i18n/use-locale";
import { Portrait } from "~/ui/portrait";
import { CreatorFigures } from "./creator-figures";
import { linkLabel, type PublicProfile } from "./profile-links";

interface CreatorHeadProps {
  creator: PublicProfile;
  actions?: ReactNode;
  /** The level of the name's heading: 2 in a preview. */
  level?: 1 | 2;
}

/** The head of a creator's page: portrait, name, handle, text, links and figures. */
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
