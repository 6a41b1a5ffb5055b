import { useEffect } from "react";
import { isBilingual } from "~/i18n/locale";
import { useLocale, useText } from "~/i18n/use-locale";
import { useGoAfter } from "~/ui/after-delay";
import { useToasts } from "~/ui/toast-store";
import type { ActionResult } from "./action-result.server";

/**
 * Follows what an action gave: shows its message once and goes on after the delay.
 * Gives the messages and values of the fields, translated, and whether the action is done (then the form stays shut).
 */
export function useActionResult(result: ActionResult | null | undefined, delayMs = 1_000) {
  const t = useText();
  const locale = useLocale();
  const { add } = useToasts();
  const done = result?.done ? result : undefined;
  const leavesLanguage = done !== undefined && locale === "en" && !isBilingual(done.goTo.split("?")[0] ?? "");
  // A form that is done leads nowhere but forward: going back must not end in it.
  useGoAfter(done?.goTo, delayMs, { reload: leavesLanguage, replace: true });
  useEffect(() => {
    if (!done) return;
    const { tone, title, description, values = {} } = done.flash;
    add({ tone, title: t(title, values), description: description && t(description, values) });
  }, [done, add, t]);

  const problem = result?.done === false ? result.problem : undefined;
  return {
    done: done !== undefined,
    errorOf: (field: string): string | undefined => {
      const key = problem?.errors[field];
      return key && t(key);
    },
    typedIn: (field: string): string | undefined => problem?.values[field],
    failed: problem !== undefined,
    /** No answer came (`tellLostLine`): the form is as it was. */
    lost: result === null,
    /** What is wrong, a new object with each try; undefined when nothing is. */
    problem,
  };
}
