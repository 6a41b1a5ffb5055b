import type { MouseEvent, ReactNode } from "react";
import { Notice } from "./notice";

type FormErrorProps = {
  /** The message, or the title where `errors` follow. Nothing is rendered without it. */
  children?: ReactNode;
  /** Links to the fields that are wrong. `field` is the field's name (see `fieldWiring`). */
  errors?: readonly { field: string; message: string }[];
  className?: string;
};

/** What is wrong with a form as a whole, at its top; announced when it appears. */
export function FormError({ children, errors = [], className }: FormErrorProps) {
  if (!children && errors.length === 0) return null;
  return (
    <Notice tone="danger" role="alert" className={className}>
      {children && <p className="font-semibold">{children}</p>}
      {errors.length > 0 && (
        <ul className="mt-1 list-disc space-y-1 pl-5">
          {errors.map(({ field, message }) => (
            <li key={field}>
              <a href={`#field-${field}`} onClick={focusField} className="underline underline-offset-2">
                {message}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

/** A new hash in the address would count as a navigation, and with each of those Remix forgets what the action said. */
function focusField(event: MouseEvent<HTMLAnchorElement>) {
  const field = document.getElementById(event.currentTarget.hash.slice(1));
  if (!field) return;
  event.preventDefault();
  field.focus();
}
