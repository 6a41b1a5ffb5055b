import { useLinkTo, useText } from "~/i18n/use-locale";
import { classNames } from "~/ui/class-names";

/** Says that an action accepts the terms, beside its button. The links keep what was typed: they open a new tab. */
export function AcceptsTerms({ by, className }: { by: "signup" | "buying"; className?: string }) {
  const t = useText();
  const linkTo = useLinkTo();
  const link = (page: "terms" | "privacy") => (
    <a href={linkTo(`/${page}`).to} target="_blank" rel="noopener" className="underline underline-offset-4">
      {t(`common.${page}`)}
    </a>
  );
  return (
    <p className={classNames("text-sm text-ink-soft", className)}>
      {t(by === "signup" ? "common.signingUpAccepts" : "common.buyingAccepts")} {link("terms")}{" "}
      {t("common.andThe")} {link("privacy")}.
    </p>
  );
}
