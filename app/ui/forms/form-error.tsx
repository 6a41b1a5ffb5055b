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

/** What a form shows of its last attempt. */
export interface FormFields {
  errorOf: (field: string) => string | undefined;
  typedIn: (field: string) => string | undefined;
  /** Properties of a field. `value`: before anything was typed. */
  field: (
    name: string,
    value?: string,
  ) => { name: string; error: string | undefined; defaultValue: string | undefined };
  failed: boolean;
  /** Blank unless `mine`, for one of several forms on a page. */
  onlyIf: (mine: boolean) => FormFields;
}

interface ShownProblem<Key> {
  errors: Partial<Record<string, Key>>;
  values: Partial<Record<string, string>>;
  gaps?: Record<string, string> | undefined;
}

/** `t`: translates the keys of `errors`. */
export function showFields<Key extends string>(
  problem: ShownProblem<Key> | undefined,
  t: (key: Key, gaps: Record<string, string>) => string,
): FormFields {
  const errorOf = (field: string) => {
    const key = problem?.errors[field];
    return key && t(key, problem?.gaps ?? {});
  };
  const typedIn = (field: string) => problem?.values[field];
  return {
    errorOf,
    typedIn,
    field: (name, value) => ({ name, error: errorOf(name), defaultValue: typedIn(name) ?? value }),
    failed: problem !== undefined,
    onlyIf: (mine) => showFields(mine ? problem : undefined, t),
  };
}
