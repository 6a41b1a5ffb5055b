import type { ShouldRevalidateFunction } from "@remix-run/react";
import { useEffect } from "react";
import { localeOfPath } from "~/i18n/page-language";
import { useLocale, useText } from "~/i18n/use-locale";
import { showFields } from "~/ui/forms/form-error";
import { useGoAfter } from "~/ui/navigation";
import { useToasts } from "~/ui/toasts/toasts";
import type { ActionResult } from "./forms.server";

/** Shows an action's message once and navigates after the delay. A form that is done stays disabled. */
export function useActionResult(result: ActionResult | null | undefined, delayMs = 1_000) {
  const t = useText();
  const locale = useLocale();
  const { add } = useToasts();
  const done = result?.done ? result : undefined;
  const leaves = done !== undefined && (!done.goTo.startsWith("/") || localeOfPath(done.goTo) !== locale);
  // The Back button must not return to a completed form.
  useGoAfter(done?.goTo, delayMs, { reload: leaves, replace: true });
  useEffect(() => {
    if (!done) return;
    const { tone, title, description, values = {} } = done.flash;
    add({ tone, title: t(title, values), description: description && t(description, values) });
  }, [done, add, t]);

  const problem = result?.done === false ? result.problem : undefined;
  return {
    ...showFields(problem, t),
    done: done !== undefined,
    unsent: result === null,
    /** A new object for each attempt; undefined without a problem. */
    problem,
  };
}

/** For a form with a message before it navigates: revalidation would redirect sooner. A refusal changed nothing. */
export const skipRevalidation: ShouldRevalidateFunction = ({
  actionResult,
  actionStatus,
  defaultShouldRevalidate,
}) => {
  const refused = actionStatus !== undefined && actionStatus >= 400;
  return actionResult?.done || refused ? false : defaultShouldRevalidate;
};
