import { type ComponentPropsWithoutRef, useEffect, useRef, useState } from "react";
import { controlLook, FieldFrame, type FieldTexts, fieldWiring } from "./field-frame";
import { useHydrated } from "./hydrated";
import { Icon } from "./icons";

type PasswordFieldProps = FieldTexts &
  Omit<ComponentPropsWithoutRef<"input">, "style" | "name" | "type"> & {
    name: string;
    /** What the button says while the password is hidden, such as "Mostrar senha". */
    showLabel: string;
    /** What it says while the password is shown. */
    hideLabel: string;
  };

/** A password that can be shown where script runs; a plain password input elsewhere. The button's room is always kept, so nothing moves. */
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
  // What is typed into a text field, browsers offer again elsewhere: a shown password is hidden as it is sent.
  useEffect(() => {
    const form = input.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);
  const { control, hintId, errorId } = fieldWiring(name, { error, hint }, id);
  return (
    <FieldFrame {...{ label, error, hint, optionalLabel, hintId, errorId, className }} id={control.id}>
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
