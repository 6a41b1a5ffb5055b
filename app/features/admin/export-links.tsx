import { useText } from "~/i18n/use-locale";
import { buttonLook } from "~/ui/button-look";
import { Icon } from "~/ui/icons";
import { Spinner } from "~/ui/spinner";
import { exportSheets, type People } from "./export-file";
import { useExport } from "./use-export";

/** The two files of everyone of a kind. CSV is left to the browser, which shows how far a large one is. */
export function ExportLinks({ people }: { people: People }) {
  const t = useText();
  const { pending, start } = useExport(`${exportSheets[people].file}.xlsx`);
  return (
    <div className="flex flex-wrap gap-3">
      <a
        href={`/admin/export/${people}.xlsx`}
        onClick={start}
        aria-busy={pending || undefined}
        aria-disabled={pending || undefined}
        className={buttonLook("primary", "small")}
      >
        {pending ? <Spinner /> : <Icon name="download" />}
        {pending ? t("people.exporting") : t("people.exportExcel")}
      </a>
      <a href={`/admin/export/${people}.csv`} className={buttonLook("quiet", "small")}>
        {t("people.exportCsv")}
      </a>
    </div>
  );
}
