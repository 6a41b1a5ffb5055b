import { useCallback, useEffect, useRef, useState } from "react";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Field } from "~/ui/forms/field";
import { useHydrated } from "~/ui/hydrated";
import { Icon } from "~/ui/icons";
import { TextLink } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { coverDrawings, coverGrounds, groundColours } from "./cover-designs";
import { type CoverChoice, coverQuery, coverTitleMax, parseCoverChoice } from "./cover-form";

type CoverFieldsProps = {
  choice: Partial<CoverChoice>;
  /** For forms in which a file may be sent instead. */
  withNone?: boolean;
  onChange?: () => void;
};

/** Radios and a text field, also without script. */
export function CoverFields({ choice, withNone, onChange }: CoverFieldsProps) {
  const t = useText();
  const initial: string = choice.ground ?? coverGrounds[0];
  /** The drawings are shown on the ground that the cover will have. */
  const [ground, setGround] = useState(initial);
  return (
    <div className="space-y-6" onChange={onChange}>
      <Field
        name="coverTitle"
        label={t("covers.coverTitle")}
        hint={t("covers.coverTitleHint")}
        defaultValue={choice.title}
        maxLength={coverTitleMax}
      />
      <fieldset>
        <legend className="mb-2 font-semibold text-ink">{t("covers.drawing")}</legend>
        {withNone && (
          <label className="mb-3 flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="coverDrawing"
              value=""
              defaultChecked={!choice.drawing}
              className="size-5 accent-ink"
            />
            {t("covers.noDrawing")}
          </label>
        )}
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {coverDrawings.map((drawing) => (
            <label
              key={drawing}
              className="cursor-pointer rounded-control text-sm font-semibold has-checked:outline-3 has-checked:outline-offset-3 has-checked:outline-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name="coverDrawing"
                value={drawing}
                defaultChecked={choice.drawing === drawing}
                className="sr-only"
              />
              <img
                src={`/covers/${drawing}-${ground}.svg`}
                alt=""
                width={320}
                height={180}
                loading="lazy"
                className="aspect-video w-full rounded-control border border-line"
              />
              <span className="mt-1 block">{t(`covers.drawings.${drawing}`)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-2 font-semibold text-ink">{t("covers.ground")}</legend>
        <div className="flex flex-wrap gap-2">
          {coverGrounds.map((each) => (
            <label
              key={each}
              className="flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-line bg-surface py-1.5 pr-4 pl-2 text-sm font-semibold has-checked:border-2 has-checked:border-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name="coverGround"
                value={each}
                defaultChecked={each === initial}
                onChange={() => setGround(each)}
                className="sr-only"
              />
              <svg viewBox="0 0 2 2" aria-hidden="true" className="size-7">
                <circle cx="1" cy="1" r="1" fill={groundColours[each].base} />
              </svg>
              {t(`covers.grounds.${each}`)}
            </label>
          ))}
        </div>
      </fieldset>
    </div>
  );
}

/** With script, the preview follows the choice. */
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

/** Large, and as a phone's card shows it. */
export function CoverPreview({ choice }: { choice: CoverChoice }) {
  const t = useText();
  const src = `/creator/cover/picture?${coverQuery(choice)}`;
  const picture = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState<string>();
  useEffect(() => {
    // The picture may have failed before the script arrived.
    const { current } = picture;
    if (current?.complete && current.naturalWidth === 0) setFailed(src);
  }, [src]);
  return (
    <div className="space-y-4">
      <h2 className="text-xl">{t("covers.preview")}</h2>
      {failed === src && (
        <Notice tone="warn" role="alert" title={t("covers.notDrawn")}>
          {t("covers.notDrawnText")}
        </Notice>
      )}
      <img
        ref={picture}
        onError={() => setFailed(src)}
        src={src}
        alt={choice.title}
        width={1280}
        height={720}
        className="aspect-video w-full rounded-card bg-sunken shadow-lifted"
      />
      <div className="flex flex-wrap items-center gap-4 rounded-panel bg-sunken p-4">
        <img src={src} alt="" width={164} height={92} className="rounded-control" />
        <p className="max-w-full grow basis-40 text-sm text-ink-soft">
          <strong className="block text-ink">{t("covers.inShop")}</strong>
          {t("covers.inShopText")}
        </p>
      </div>
    </div>
  );
}
