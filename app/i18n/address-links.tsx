import { useLocation } from "@remix-run/react";
import { decidePageAddresses } from "./page-addresses";
import { useLocale } from "./use-locale";

export function AddressLinks({ appUrl }: { appUrl: string }) {
  const location = useLocation();
  const { canonical, alternates } = decidePageAddresses(appUrl, location, useLocale());
  return (
    <>
      <link rel="canonical" href={canonical} />
      {alternates.map(({ hrefLang, href }) => (
        <link key={hrefLang} rel="alternate" hrefLang={hrefLang} href={href} />
      ))}
    </>
  );
}
