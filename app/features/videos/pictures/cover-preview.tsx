import { useEffect, useRef, useState } from "react";
import { useText } from "~/i18n/use-locale";
import { Notice } from "~/ui/notice";
import { type CoverChoice, coverQuery } from "./cover-form";

/** A cover as it will be, large and as a phone's card shows it. */
export function CoverPreview({ choice }: { choice: CoverChoice }) {
  const t = useText();
  const src = `/creator/cover/picture?${coverQuery(choice)}`;
  const picture = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState<string>();
  useEffect(() => {
    // The picture may have failed before the script arrived.
    const { current } = picture;
    if (current?.complete && current.naturalWidth === 0) setFailed(src);
  }, [src]);
  return (
    <div className="space-y-4">
      <h2 className="text-xl">{t("covers.preview")}</h2>
      {failed === src && (
        <Notice tone="warn" role="alert" title={t("covers.notDrawn")}>
          {t("covers.notDrawnText")}
        </Notice>
      )}
      <img
        ref={picture}
        onError={() => setFailed(src)}
        src={src}
        alt={choice.title}
        width={1280}
        height={720}
        className="aspect-video w-full rounded-card bg-sunken shadow-lifted"
      />
      <div className="flex flex-wrap items-center gap-4 rounded-panel bg-sunken p-4">
        <img src={src} alt="" width={164} height={92} className="rounded-control" />
        <p className="max-w-full grow basis-40 text-sm text-ink-soft">
          <strong className="block text-ink">{t("covers.inShop")}</strong>
          {t("covers.inShopText")}
        </p>
      </div>
    </div>
  );
}
