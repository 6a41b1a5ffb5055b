import type { MouseEvent, ReactNode } from "react";
import { Notice } from "../notice";

type FormErrorProps = {
  /** The message, or the title of `errors`. */
  children?: ReactNode;
  errors?: readonly { field: string; message: string }[];
  className?: string;
};

export function FormError({ children, errors = [], className }: FormErrorProps) {
  if (!children && errors.length === 0) return null;
  return (
    <Notice tone="danger" role="alert" className={className}>
      {children && <p className="font-semibold">{children}</p>}
      {errors.length > 0 && (
        <ul className="mt-1 list-disc pl-5">
          {errors.map(({ field, message }) => (
            <li key={field}>
              <a
                href={`#field-${field}`}
                onClick={focusField}
                className="inline-flex min-h-11 items-center underline underline-offset-2"
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

/** A new hash in the URL would be a navigation, after which Remix drops the action's data. */
function focusField(event: MouseEvent<HTMLAnchorElement>) {
  const field = document.getElementById(event.currentTarget.hash.slice(1));
  if (!field) return;
  event.preventDefault();
  field.focus();
}
