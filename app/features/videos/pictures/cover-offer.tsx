import { useCallback, useEffect, useRef, useState } from "react";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { useHydrated } from "~/ui/hydrated";
import { Icon } from "~/ui/icons";
import { TextLink } from "~/ui/text-link";
import { CoverFields } from "./cover-fields";
import { type CoverChoice, parseCoverChoice } from "./cover-form";
import { CoverPreview } from "./cover-preview";

/** Inside a video's form: a cover for those who have no picture. With script, the preview follows the choice. */
export function CoverOffer({ choice }: { choice: Partial<CoverChoice> }) {
  const t = useText();
  const linkTo = useLinkTo();
  const hydrated = useHydrated();
  const box = useRef<HTMLDetailsElement>(null);
  const [chosen, setChosen] = useState<CoverChoice>();
  const read = useCallback(() => {
    const form = box.current?.closest("form");
    if (!form) return;
    const fields = [...new FormData(form)].filter(
      (field): field is [string, string] => typeof field[1] === "string",
    );
    setChosen(parseCoverChoice(Object.fromEntries(fields)));
  }, []);
  // Values that a reload restored or a link brought.
  useEffect(read, [read]);
  return (
    <details
      ref={box}
      open={choice.drawing !== undefined}
      className="group rounded-card border border-line px-4 py-2 sm:px-5"
    >
      <summary className="flex min-h-11 items-center justify-between gap-4 font-semibold text-ink">
        {t("covers.offer")}
        <Icon name="chevron-down" className="size-5 group-open:rotate-180" />
      </summary>
      <p className="mt-1 mb-5 text-sm text-ink-faint">{t("covers.offerHint")}</p>
      <CoverFields choice={choice} withNone onChange={read} />
      <div className="mt-6 mb-2">
        {hydrated ? (
          chosen && <CoverPreview choice={chosen} />
        ) : (
          <TextLink {...linkTo("/creator/cover")} target="_blank">
            {t("covers.tryOut")}
          </TextLink>
        )}
      </div>
    </details>
  );
}
