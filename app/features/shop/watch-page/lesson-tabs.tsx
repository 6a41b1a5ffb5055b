import type { MouseEvent } from "react";
import { useText } from "~/i18n/use-locale";

export interface LessonSection {
  /** The id of its heading or box on the page. */
  id: string;
  name: string;
  /** How many there are; 0 is not shown. */
  count?: number | string | undefined;
  /** What script does in place of the link. */
  onClick?: (event: MouseEvent) => void;
}

/** Links to the parts of the page below the player. */
export function LessonTabs({ sections }: { sections: readonly LessonSection[] }) {
  const t = useText();
  if (sections.length < 2) return null;
  return (
    <nav aria-label={t("player.toSections")} className="mt-6 border-b border-line">
      <ul className="-mx-1 flex overflow-x-auto [scrollbar-width:none]">
        {sections.map(({ id, name, count, onClick }) => (
          <li key={id} className="shrink-0">
            <a
              href={`#${id}`}
              onClick={onClick}
              className="-mb-px flex min-h-12 items-center gap-1.5 border-b-3 border-transparent px-3 font-semibold whitespace-nowrap text-ink-soft hover:border-forest-ink hover:text-ink sm:px-4"
            >
              {name}
              {Boolean(count) && (
                <span className="text-sm font-normal text-ink-faint tabular-nums">{count}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
