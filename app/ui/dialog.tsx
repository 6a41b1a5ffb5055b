import { type ReactNode, useId, useRef } from "react";
import { Button, ButtonLink } from "./button";
import { Card } from "./card";
import { useHydrated } from "./hydrated";
import type { ButtonSize, ButtonVariant } from "./looks";
import { useOnNavigation } from "./navigation";

type ConfirmDialogProps = {
  trigger: ReactNode;
  triggerVariant?: ButtonVariant;
  triggerSize?: ButtonSize;
  /** Accessible name, if the trigger's text is not unique on the page. */
  triggerLabel?: string;
  triggerClassName?: string;
  fallbackTo: string;
  /** Stays a link to `fallbackTo` with script, too. */
  asPage?: boolean;
  title: string;
  description: ReactNode;
  cancelLabel: string;
  children: ReactNode;
};

/** Without script the trigger links to a page (`ConfirmPanel`). */
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

type ConfirmPanelProps = {
  title: string;
  description: ReactNode;
  cancelLabel: string;
  cancelTo: string;
  children: ReactNode;
};

/** `ConfirmDialog` as part of a page, without script. */
export function ConfirmPanel({ title, description, cancelLabel, cancelTo, children }: ConfirmPanelProps) {
  return (
    <Card className="mx-auto w-full max-w-lg p-6 sm:p-8">
      <h1 className="text-2xl">{title}</h1>
      <div className="mt-3 text-ink-soft">{description}</div>
      <div className="mt-8 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <ButtonLink to={cancelTo} variant="secondary">
          {cancelLabel}
        </ButtonLink>
        {children}
      </div>
    </Card>
  );
}
