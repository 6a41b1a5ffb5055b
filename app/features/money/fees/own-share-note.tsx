import { useText } from "~/i18n/use-locale";
import type { OwnShare } from "./show-fees.server";

/** Tells a creator their part of each sale, and from when it changes. */
export function OwnShareNote({ share }: { share: OwnShare }) {
  const t = useText();
  return (
    <p>
      {t("payouts.ownShare", share.now)} {share.next && t("payouts.ownShareNext", share.next)}
    </p>
  );
}
