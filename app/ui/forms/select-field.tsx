import { Icon } from "../icons";
import { controlLook, FieldFrame, type FieldProps, splitField } from "./field-frame";

type SelectFieldProps = FieldProps<"select"> & {
  options: readonly { value: string; label: string }[];
  /** An empty first option. */
  placeholder?: string;
};

export function SelectField({ options, placeholder, ...props }: SelectFieldProps) {
  const { frame, control } = splitField(props);
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <select {...control} className={controlLook(frame.error, "appearance-none pr-12")}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon
          name="chevron-down"
          className="pointer-events-none absolute top-1/2 right-4 size-5 -translate-y-1/2 text-ink-soft"
        />
      </div>
    </FieldFrame>
  );
}
