import { type ComponentPropsWithoutRef, useEffect, useRef, useState } from "react";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { controlLook, FieldFrame, type FieldProps, splitField } from "~/ui/forms/field-frame";
import { useHydrated } from "~/ui/hydrated";
import { Icon } from "~/ui/icons";

type AccountPasswordProps = Omit<
  ComponentPropsWithoutRef<typeof PasswordField>,
  "showLabel" | "hideLabel" | "error" | "autoComplete"
> & {
  result: Pick<ReturnType<typeof useActionResult>, "errorOf">;
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

type PasswordFieldProps = Omit<FieldProps<"input">, "type"> & {
  /** Button text while the password is hidden, such as "Mostrar senha". */
  showLabel: string;
  hideLabel: string;
};

/** Can be shown with script. The button's space is reserved, so that the layout does not move. */
export function PasswordField({ showLabel, hideLabel, ...props }: PasswordFieldProps) {
  const hydrated = useHydrated();
  const [isShown, setShown] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // Hidden again before the form is submitted: browsers suggest the values of text fields elsewhere.
  useEffect(() => {
    const form = input.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);
  const { frame, control } = splitField(props);
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <input
          ref={input}
          autoCapitalize="none"
          spellCheck={false}
          {...control}
          type={isShown ? "text" : "password"}
          className={controlLook(frame.error, "pr-14")}
        />
        {hydrated && (
          <button
            type="button"
            aria-label={isShown ? hideLabel : showLabel}
            aria-controls={control.id}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 right-0.5 my-auto flex size-11 items-center justify-center rounded-control text-ink-faint hover:text-ink"
          >
            <Icon name={isShown ? "eye-off" : "eye"} />
          </button>
        )}
      </div>
    </FieldFrame>
  );
}
