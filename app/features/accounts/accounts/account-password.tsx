import { type ComponentPropsWithoutRef, useEffect, useRef, useState } from "react";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { controlLook, FieldFrame, type FieldTexts, fieldWiring } from "~/ui/forms/field-frame";
import { useHydrated } from "~/ui/hydrated";
import { Icon } from "~/ui/icons";

type AccountPasswordProps = Omit<
  ComponentPropsWithoutRef<typeof PasswordField>,
  "showLabel" | "hideLabel" | "error" | "autoComplete"
> & {
  result: Pick<ReturnType<typeof useActionResult>, "errorOf">;
  /** For password managers. */
  autoComplete: "current-password" | "new-password";
};

export function AccountPassword({ result, required = true, ...rest }: AccountPasswordProps) {
  const t = useText();
  return (
    <PasswordField
      {...rest}
      error={result.errorOf(rest.name)}
      showLabel={t("common.showPassword")}
      hideLabel={t("common.hidePassword")}
      required={required}
    />
  );
}

type PasswordFieldProps = FieldTexts &
  Omit<ComponentPropsWithoutRef<"input">, "style" | "name" | "type"> & {
    name: string;
    /** Button text while the password is hidden, such as "Mostrar senha". */
    showLabel: string;
    hideLabel: string;
  };

/**
 * Can be shown with script; a plain password input otherwise. The button's space is reserved, so that the layout does
 * not move.
 */
export function PasswordField({
  label,
  error,
  hint,
  optionalLabel,
  name,
  id,
  showLabel,
  hideLabel,
  className,
  ...rest
}: PasswordFieldProps) {
  const hydrated = useHydrated();
  const [shown, setShown] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // Browsers suggest the values of text fields elsewhere: a shown password is hidden before the form is submitted.
  useEffect(() => {
    const form = input.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);
  const { control, hintId, errorId } = fieldWiring(name, { error, hint }, id);
  return (
    <FieldFrame
      label={label}
      error={error}
      hint={hint}
      optionalLabel={optionalLabel}
      hintId={hintId}
      errorId={errorId}
      className={className}
      id={control.id}
    >
      <div className="relative">
        <input
          ref={input}
          autoCapitalize="none"
          spellCheck={false}
          {...rest}
          {...control}
          type={shown ? "text" : "password"}
          className={controlLook(error, "pr-14")}
        />
        {hydrated && (
          <button
            type="button"
            aria-label={shown ? hideLabel : showLabel}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0.5 my-auto flex size-11 items-center justify-center rounded-control text-ink-faint hover:text-ink"
          >
            <Icon name={shown ? "eye-off" : "eye"} />
          </button>
        )}
      </div>
    </FieldFrame>
  );
}
