import { type ChangeEvent, useRef, useState } from "react";
import { useHydrated } from "../hydrated";
import { controlLook, FieldFrame, type FieldProps, splitField } from "./field-frame";

type FileFieldProps = Omit<FieldProps<"input">, "type"> & {
  /** Without script or these, the picker is in the browser's language. */
  pickerTexts?: { choose: string; none: string };
};

export function FileField({ pickerTexts, onChange, ...props }: FileFieldProps) {
  const { frame, control } = splitField(props);
  const drawn = useHydrated() && pickerTexts;
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<string>();
  const readChosen = () =>
    setChosen(Array.from(input.current?.files ?? [], (file) => file.name).join(", ") || undefined);
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    readChosen();
    onChange?.(event);
  };
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <input
          {...control}
          ref={input}
          type="file"
          onChange={change}
          // The invisible input on top takes clicks, drops and the focus.
          className={
            drawn
              ? "peer absolute inset-0 z-10 size-full cursor-pointer opacity-0"
              : controlLook(frame.error, native)
          }
        />
        {drawn && (
          <div aria-hidden="true" className={controlLook(frame.error, drawing)}>
            <span className="flex min-h-11 max-w-full shrink-0 items-center rounded-[0.5rem] bg-sunken px-4 font-semibold text-ink">
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

// Overrides the block display of `controlLook` by specificity.
const drawing =
  "flex! flex-wrap items-center gap-2.5 border-dashed py-1.5 pl-1.5 text-ink-soft peer-hover:border-ink-soft peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus";
