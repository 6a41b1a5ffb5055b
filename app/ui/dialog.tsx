import { type ReactNode, useId, useRef } from "react";
import { Button, ButtonLink } from "./button";
import type { ButtonSize, ButtonVariant } from "./button-look";
import { useHydrated } from "./hydrated";
import { useOnNavigation } from "./navigation";

type ConfirmDialogProps = {
  /** Content of the button that opens the dialog. */
  trigger: ReactNode;
  triggerVariant?: ButtonVariant;
  triggerSize?: ButtonSize;
  /** Accessible name of the trigger where its text is not unique, such as "Excluir Violão para iniciantes". */
  triggerLabel?: string;
  triggerClassName?: string;
  /** Page with the same question for browsers without script. */
  fallbackTo: string;
  /** Whether the trigger is that link also with script. */
  asPage?: boolean;
  title: string;
  description: ReactNode;
  cancelLabel: string;
  /** The form of the action, with its button. */
  children: ReactNode;
};

/**
 * A confirmation in the browser's own modal dialog: it traps the focus, and Escape or a click outside cancel. Without
 * script the trigger is a link to a page (see `ConfirmPanel`).
 */
export function ConfirmDialog({
  trigger,
  triggerVariant = "secondary",
  triggerSize,
  triggerLabel,
  triggerClassName,
  fallbackTo,
  asPage = false,
  title,
  description,
  cancelLabel,
  children,
}: ConfirmDialogProps) {
  const hydrated = useHydrated();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useOnNavigation(() => dialog.current?.close());

  const look = {
    variant: triggerVariant,
    size: triggerSize,
    className: triggerClassName,
    "aria-label": triggerLabel,
  };
  if (asPage || !hydrated) {
    return (
      <ButtonLink {...look} to={fallbackTo}>
        {trigger}
      </ButtonLink>
    );
  }
  return (
    <>
      <Button {...look} type="button" aria-haspopup="dialog" onClick={() => dialog.current?.showModal()}>
        {trigger}
      </Button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the dialog itself closes on Escape */}
      <dialog
        ref={dialog}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      >
        <div className="p-6 sm:p-8">
          <h2 id={`${id}-title`} className="text-2xl">
            {title}
          </h2>
          <div id={`${id}-text`} className="mt-3 text-ink-soft">
            {description}
          </div>
          <div className="mt-8 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <Button type="button" variant="secondary" onClick={() => dialog.current?.close()}>
              {cancelLabel}
            </Button>
            {children}
          </div>
        </div>
      </dialog>
    </>
  );
}
