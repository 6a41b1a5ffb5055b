import { classNames } from "../looks";
import { FieldError, type FieldTexts, fieldWiring } from "./field-frame";

type RadioGroupProps = Omit<FieldTexts, "optionalLabel"> & {
  name: string;
  options: readonly { value: string; label: string; hint?: string }[];
  defaultValue?: string;
  onValueChange?: (value: string) => void;
  required?: boolean;
  className?: string;
};

export function RadioGroup({
  label,
  error,
  hint,
  name,
  options,
  defaultValue,
  onValueChange,
  required,
  className,
}: RadioGroupProps) {
  const { control, hintId, errorId } = fieldWiring(name, { error, hint });
  return (
    <fieldset id={control.id} aria-describedby={control["aria-describedby"]} className={className}>
      <legend className="mb-1.5 font-semibold text-ink">{label}</legend>
      {hint && (
        <p id={hintId} className="mb-2 text-sm text-ink-faint">
          {hint}
        </p>
      )}
      <div className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames(
              "flex min-h-12 cursor-pointer items-center gap-3 rounded-control border bg-surface px-4 py-3 transition-colors",
              "has-checked:border-ink has-checked:bg-sunken has-checked:text-ink",
              "has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
              error ? "border-danger-ink" : "border-line-strong hover:border-ink-soft",
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              defaultChecked={option.value === defaultValue}
              required={required}
              aria-invalid={error ? true : undefined}
              onChange={onValueChange && (() => onValueChange(option.value))}
              className="size-5 shrink-0 accent-ink focus-visible:outline-none"
            />
            <span>
              <span className="block font-semibold">{option.label}</span>
              {option.hint && <span className="block text-sm">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  );
}
