import { listThumbnailSizes } from "~/features/videos/pictures/picture-sizes";
import { useText } from "~/i18n/use-locale";

/** The picture that a draft has, used unless another is chosen or its box is checked. */
export function KeptPicture({ url }: { url: string }) {
  const t = useText();
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
      <img
        src={listThumbnailSizes(url).at(-1)?.url ?? url}
        alt={t("uploads.keptPictureAlt")}
        width="160"
        height="90"
        className="aspect-video h-auto w-40 rounded-control border border-line object-cover"
      />
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-sm text-ink-soft">{t("uploads.keptPicture")}</p>
        <DropBox name="dropThumbnail" label={t("uploads.dropPicture")} />
      </div>
    </div>
  );
}

/** The trailer that a draft has. */
export function KeptTrailer({ name }: { name: string }) {
  const t = useText();
  return (
    <div>
      <p className="text-sm text-ink-soft [overflow-wrap:anywhere]">{t("uploads.keptTrailer", { name })}</p>
      <DropBox name="dropTrailer" label={t("uploads.dropTrailer")} />
    </div>
  );
}

function DropBox({ name, label }: { name: string; label: string }) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input type="checkbox" name={name} value="on" className="size-5 shrink-0 accent-ink" />
      {label}
    </label>
  );
}
