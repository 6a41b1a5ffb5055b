import type { DetailsProblem } from "~/features/money/payees/payee";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Notice } from "~/ui/notice";
import { TextLink } from "~/ui/text-link";

const texts = {
  missingName: "creator.unpayableName",
  missingPix: "creator.unpayablePix",
  missingBank: "creator.unpayableBank",
  missingCard: "creator.unpayableCard",
} as const satisfies Record<DetailsProblem, string>;

/** Tells a creator that they cannot be paid and why, with a link to where they correct it. */
export function PayoutProblemNotice({ problem }: { problem: DetailsProblem }) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <Notice tone="warn" title={t("creator.unpayable")} className="mt-6">
      <p>{t(texts[problem])}</p>
      <TextLink {...linkTo("/creator/payments")}>{t("creator.unpayableLink")}</TextLink>
    </Notice>
  );
}
