import { useState } from "react";
import { useText } from "~/i18n/use-locale";
import { Field } from "~/ui/forms/field";
import { coverDrawings, coverGrounds, groundColours } from "./cover-designs";
import { type CoverChoice, coverTitleMax } from "./cover-form";

type CoverFieldsProps = {
  choice: Partial<CoverChoice>;
  /** Offers to choose no drawing: for forms in which a file may be sent instead. */
  withNone?: boolean;
  onChange?: () => void;
};

/**
 * The fields of a cover: its title, one of twelve drawings, one of six grounds. Radios and a text field, also without
 * script.
 */
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
