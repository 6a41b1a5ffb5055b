import { type ChangeEvent, type ComponentPropsWithoutRef, useEffect, useRef, useState } from "react";
import { controlLook, FieldFrame, type FieldTexts, fieldWiring } from "./field-frame";
import { useHydrated } from "./hydrated";

type FileFieldProps = FieldTexts &
  Omit<ComponentPropsWithoutRef<"input">, "style" | "name" | "type" | "multiple"> & {
    name: string;
    /**
     * What the picker says in the page's own language: on its button, and while nothing is chosen. Where no script runs, and
     * without these, the browser says it in its own.
     */
    pickerTexts?: { choose: string; none: string };
  };

/** A file, with the browser's own picker, to be pressed or dropped onto. `accept` narrows the choice. */
export function FileField({
  label,
  error,
  hint,
  optionalLabel,
  name,
  id,
  className,
  pickerTexts,
  onChange,
  ...rest
}: FileFieldProps) {
  const { control, hintId, errorId } = fieldWiring(name, { error, hint }, id);
  const drawn = useHydrated() && pickerTexts;
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<string>();
  const readChosen = () => setChosen(input.current?.files?.[0]?.name);
  // One may have been chosen before the script came.
  useEffect(readChosen, []);
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    readChosen();
    onChange?.(event);
  };
  return (
    <FieldFrame {...{ label, error, hint, optionalLabel, hintId, errorId, className }} id={control.id}>
      <div className="relative">
        <input
          {...rest}
          {...control}
          ref={input}
          type="file"
          onChange={change}
          // Drawn over, it stays what is pressed, dropped onto and focused: it lies on top, unseen.
          className={
            drawn
              ? "peer absolute inset-0 z-10 size-full cursor-pointer opacity-0"
              : controlLook(error, native)
          }
        />
        {drawn && (
          <div aria-hidden="true" className={controlLook(error, drawing)}>
            <span className="flex min-h-11 shrink-0 items-center rounded-[0.5rem] bg-sunken px-4 font-semibold text-ink">
              {drawn.choose}
            </span>
            <span className="truncate">{chosen ?? drawn.none}</span>
          </div>
        )}
      </div>
    </FieldFrame>
  );
}

const native =
  "border-dashed py-1.5 pl-1.5 text-ink-soft file:mr-4 file:min-h-11 file:rounded-[0.5rem] file:border-0 file:bg-sunken file:px-4 file:font-semibold file:text-ink hover:file:bg-line";

// `controlLook` makes a block of it; the flex display is the more specific here.
const drawing =
  "flex! items-center gap-2.5 border-dashed py-1.5 pl-1.5 text-ink-soft peer-hover:border-ink-soft peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus";
