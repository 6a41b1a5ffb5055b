import { useLocation } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";
import type { MessageKey } from "~/i18n/message-key";
import { localizePath, withoutLanguage } from "~/i18n/page-language";
import { useLocale, useText } from "~/i18n/use-locale";
import { type FailedForm, onNetworkFailure } from "~/platform/network-failure";
import { useToasts } from "~/ui/toasts/toasts";

/** On every page. */
const messages: Record<
  FailedForm["failure"],
  { title: MessageKey; description: MessageKey; short: MessageKey }
> = {
  noAnswer: { title: "errors.noAnswerTitle", description: "errors.noAnswer", short: "errors.noAnswerShort" },
  away: { title: "errors.awayTitle", description: "errors.awayForm", short: "errors.noAnswerShort" },
  busy: { title: "errors.busyTitle", description: "errors.awayForm", short: "errors.busy" },
  error: { title: "errors.title", description: "errors.failedForm", short: "errors.text" },
  signedOut: { title: "errors.signedOut", description: "errors.formHeld", short: "errors.formHeld" },
  otherAccount: {
    title: "errors.signedOut",
    description: "errors.otherAccount",
    short: "errors.otherAccount",
  },
  secondFactor: { title: "errors.factorNeeded", description: "errors.formHeld", short: "errors.formHeld" },
  tooLarge: { title: "errors.tooLarge", description: "errors.tooLargeForm", short: "errors.tooLarge" },
};

function decideMessage({ path, failure }: FailedForm): { title: MessageKey; description: MessageKey } {
  const { title, description, short } = messages[failure];
  // Titles from product.md, Messages. Nothing is typed in these forms.
  if (path === "/logout") return { title: "common.logoutFailed", description: short };
  if (path.endsWith("/checkout")) return { title: "marketplace.buyFailed", description: short };
  return { title, description };
}

/** The page to open in another tab before the form is sent again. */
function decideLink({ path, failure }: FailedForm): { to: string; label: MessageKey } | undefined {
  if (failure === "secondFactor") return { to: "/account/second-factor", label: "errors.factorNeeded" };
  if (failure !== "signedOut" && failure !== "otherAccount") return undefined;
  const [, area] = withoutLanguage(path).split("/");
  const to = area === "admin" ? "/admin-login" : area === "creator" ? "/creator-login" : "/consumer-login";
  return { to, label: "errors.logInBeside" };
}

/** Until a form is sent again or the page changes. */
export function useNetworkFailureToast(): void {
  const t = useText();
  const locale = useLocale();
  const { add, dismiss } = useToasts();
  const { pathname } = useLocation();
  const toastId = useRef<string>();
  const forget = useCallback(() => {
    if (toastId.current) dismiss(toastId.current);
    toastId.current = undefined;
  }, [dismiss]);
  useEffect(
    () =>
      onNetworkFailure((failed) => {
        forget();
        if (!failed) return;
        const { title, description } = decideMessage(failed);
        const link = decideLink(failed);
        const localizedLink = link && { to: localizePath(link.to, locale), label: t(link.label) };
        toastId.current = add({
          tone: "error",
          title: t(title),
          description: t(description),
          link: localizedLink,
        });
      }),
    [add, forget, t, locale],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of page that ends it
  useEffect(() => forget, [pathname, forget]);
}
