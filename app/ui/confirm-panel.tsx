import type { ReactNode } from "react";
import { ButtonLink } from "./button";
import { Card } from "./card";

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
