import { useText } from "~/i18n/use-locale";

/** How to reach the operator, by the settings. */
export interface Help {
  email: string | undefined;
  /** An international number, digits only. */
  whatsapp: string | undefined;
}

/** The way to ask before buying: WhatsApp if the operator has it, otherwise e-mail. */
export function AskForHelp({ help, title }: { help: Help; title: string }) {
  const t = useText();
  const { email, whatsapp } = help;
  if (!email && !whatsapp) return null;
  const href = whatsapp
    ? `https://wa.me/${whatsapp}?text=${encodeURIComponent(title)}`
    : `mailto:${email}?subject=${encodeURIComponent(title)}`;
  return (
    <p className="text-center text-sm text-ink-soft">
      {t("salesPage.doubts")}{" "}
      <a
        href={href}
        rel="noopener noreferrer"
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {t(whatsapp ? "salesPage.askByWhatsApp" : "salesPage.askByMail")}
      </a>
    </p>
  );
}
