import { useText } from "~/i18n/use-locale";
import { buttonLook } from "~/ui/button-look";
import { Icon } from "~/ui/icons";
import { Spinner } from "~/ui/spinner";
import { type ExportKind, exportSheets } from "./export-columns";
import { useExport } from "./use-export";

/**
 * Links to the two files of a list; `asked`: the parameters of its filters. The browser downloads CSV and shows the
 * progress.
 */
export function ExportLinks({ kind, asked = "" }: { kind: ExportKind; asked?: string }) {
  const t = useText();
  const { pending, start } = useExport(`${exportSheets[kind].file}.xlsx`);
  const query = asked && `?${asked}`;
  return (
    <div className="flex flex-wrap gap-3">
      <a
        href={`/admin/export/${kind}.xlsx${query}`}
        onClick={start}
        aria-busy={pending || undefined}
        aria-disabled={pending || undefined}
        className={buttonLook("secondary", "small")}
      >
        {pending ? <Spinner /> : <Icon name="download" />}
        {pending ? t("people.exporting") : t("people.exportExcel")}
      </a>
      <a href={`/admin/export/${kind}.csv${query}`} className={buttonLook("quiet", "small")}>
        {t("people.exportCsv")}
      </a>
    </div>
  );
}
