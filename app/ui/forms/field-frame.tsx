import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { Icon } from "../icons";
import { classNames } from "../looks";

export type FieldTexts = {
  label: string;
  error?: string;
  hint?: ReactNode;
  optionalLabel?: string;
};

export type FieldProps<Element extends "input" | "select" | "textarea"> = FieldTexts &
  Omit<ComponentPropsWithoutRef<Element>, "style" | "name" | "children"> & { name: string };

export function splitField<Props extends FieldTexts & { name: string; id?: string; className?: string }>({
  label,
  error,
  hint,
  optionalLabel,
  name,
  id,
  className,
  ...rest
}: Props) {
  const { control, ...ids } = fieldWiring(name, { error, hint }, id);
  return {
    frame: { label, error, hint, optionalLabel, className, id: control.id, ...ids },
    control: { ...rest, ...control },
  };
}

/** Links a control to its label, hint and error. */
export function fieldWiring(
  name: string,
  { error, hint }: Pick<FieldTexts, "error" | "hint">,
  id = `field-${name}`,
) {
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return {
    hintId,
    errorId,
    control: {
      id,
      name,
      "aria-describedby": [errorId, hintId].filter(Boolean).join(" ") || undefined,
      "aria-invalid": error ? (true as const) : undefined,
    },
  };
}

/** 16 px text, so that iOS does not zoom in on focus. */
export function controlLook(error: string | undefined, className?: string): string {
  return classNames(
    "block w-full min-h-12 rounded-control border bg-surface px-4 py-2.5 text-base text-ink placeholder:text-ink-faint",
    "transition-colors disabled:bg-sunken disabled:text-ink-faint",
    error ? "border-danger-ink ring-1 ring-danger-ink" : "border-line-strong hover:border-ink-soft",
    className,
  );
}

export function FieldError({ id, children }: { id?: string; children?: string }) {
  if (!children) return null;
  return (
    <p id={id} className="mt-2 flex items-start gap-1.5 text-sm font-medium text-danger-ink">
      <Icon name="alert" className="mt-0.5 size-4" />
      {children}
    </p>
  );
}

type FieldFrameProps = FieldTexts & {
  id: string;
  hintId?: string;
  errorId?: string;
  children: ReactNode;
  className?: string;
};

export function FieldFrame({
  id,
  label,
  hint,
  hintId,
  error,
  errorId,
  optionalLabel,
  className,
  children,
}: FieldFrameProps) {
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-semibold text-ink">
        {label}
        {optionalLabel && <span className="font-normal text-ink-faint"> {optionalLabel}</span>}
      </label>
      {children}
      <FieldError id={errorId}>{error}</FieldError>
      {hint && (
        <p id={hintId} className="mt-2 text-sm text-ink-faint">
          {hint}
        </p>
      )}
    </div>
  );
}

/** Aligns a button with the controls beside it, below their labels, also if a hint or an error follows. */
export const besideField = "sm:mt-[1.975rem]";
