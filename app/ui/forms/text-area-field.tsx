import { controlLook, FieldFrame, type FieldProps, splitField } from "./field-frame";

type TextAreaFieldProps = FieldProps<"textarea"> & {
  /** As high as its text, if the browser can. */
  fits?: boolean;
};

export function TextAreaField({ rows = 4, fits = false, ...props }: TextAreaFieldProps) {
  const { frame, control } = splitField(props);
  return (
    <FieldFrame {...frame}>
      <textarea
        {...control}
        rows={rows}
        className={controlLook(frame.error, fits ? "min-h-20 resize-y field-sizing-content" : "resize-y")}
      />
    </FieldFrame>
  );
}
