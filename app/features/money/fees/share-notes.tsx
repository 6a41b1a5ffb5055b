import { useText } from "~/i18n/use-locale";
import { Notice } from "~/ui/notice";
import type { OwnShare, ReserveView } from "./show-fees.server";

/** Tells a creator their part of each sale, and from when it changes. */
export function OwnShareNote({ share }: { share: OwnShare }) {
  const t = useText();
  return (
    <p>
      {t("payouts.ownShare", share.now)} {share.next && t("payouts.ownShareNext", share.next)}
    </p>
  );
}

/** Tells a creator which part of their sales is held in reserve, for how long, and when that changes. */
export function ReserveNote({ reserve: { now, next, held } }: { reserve: ReserveView }) {
  const t = useText();
  if (!now && !next && !held) return null;
  return (
    <Notice tone="info" title={t("payouts.reserveTitle")} className="mt-4">
      {now && <p>{t("payouts.reserveNow", now)}</p>}
      {next && <p>{next.days === 0 ? t("payouts.reserveEnds", next) : t("payouts.reserveNext", next)}</p>}
      {held && <p>{t("payouts.reserveHeld", { held })}</p>}
    </Notice>
  );
}
