import { useText } from "~/i18n/use-locale";
import { Notice } from "~/ui/notice";
import type { PlayingDoubt } from "./conversion";

const texts = {
  converting: "watch.buyConverting",
  format: "watch.buyFormat",
  unreadable: "watch.buyUnreadable",
} as const satisfies Record<PlayingDoubt, string>;

export function BuyerDoubt({ doubt, className }: { doubt: PlayingDoubt; className?: string }) {
  const t = useText();
  return (
    <Notice tone="warn" className={className}>
      {t(texts[doubt])}
    </Notice>
  );
}
