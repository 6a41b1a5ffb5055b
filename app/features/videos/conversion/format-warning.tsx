import { useText } from "~/i18n/use-locale";
import { Notice } from "~/ui/notice";
import type { PlayingDoubt } from "./conversion";

/** Warns people before they pay that a video might not play in their browser. */
export function BuyerDoubt({ doubt, className }: { doubt: PlayingDoubt; className?: string }) {
  const t = useText();
  return (
    <Notice tone="warn" className={className}>
      {t(doubt === "converting" ? "watch.buyConverting" : "watch.buyFormat")}
    </Notice>
  );
}
