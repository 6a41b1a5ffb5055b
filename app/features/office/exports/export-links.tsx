import { type MouseEvent, useState } from "react";
import { useText } from "~/i18n/use-locale";
import { Spinner } from "~/ui/button";
import { Icon } from "~/ui/icons";
import { buttonLook } from "~/ui/looks";
import { Menu, menuRow } from "~/ui/page-frame/mobile-menu";
import { useToasts } from "~/ui/toasts/toasts";
import { type ExportKind, exportFailure, exportSheets } from "./export-columns";

/** `asked`: the filters' parameters. The browser shows the progress of a CSV download. */
export function ExportLinks({
  kind,
  asked = "",
  inMenu = false,
}: {
  kind: ExportKind;
  asked?: string;
  inMenu?: boolean;
}) {
  const t = useText();
  const { pending, start } = useExport(`${exportSheets[kind].file}.xlsx`);
  const query = asked && `?${asked}`;
  const links = (
    <>
      <a
        href={`/admin/export/${kind}.xlsx${query}`}
        onClick={start}
        aria-busy={pending || undefined}
        aria-disabled={pending || undefined}
        className={inMenu ? menuRow : buttonLook("secondary", "small")}
      >
        {pending ? <Spinner /> : <Icon name="download" />}
        {pending ? t("people.exporting") : t("people.exportExcel")}
      </a>
      <a
        href={`/admin/export/${kind}.csv${query}`}
        className={inMenu ? menuRow : buttonLook("quiet", "small")}
      >
        {inMenu && <Icon name="download" />}
        {t("people.exportCsv")}
      </a>
    </>
  );
  if (!inMenu) return <div className="flex flex-wrap gap-3">{links}</div>;
  return (
    <Menu
      label={t("people.export")}
      className="relative"
      button={
        <>
          {pending ? <Spinner /> : <Icon name="download" />}
          {t("people.export")}
        </>
      }
      buttonClassName="gap-2 px-3 text-sm font-semibold"
      panelClassName="right-0 z-20 w-64 rounded-card border border-line p-2 max-sm:bottom-full max-sm:right-auto max-sm:left-0 sm:top-full"
    >
      {links}
    </Menu>
  );
}

/** Shows a message at the end (product.md, Messages). With a modifier key the browser follows the link. */
function useExport(fileName: string) {
  const t = useText();
  const { add } = useToasts();
  const [pending, setPending] = useState(false);

  async function start(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (pending) return;
    const url = event.currentTarget.href;
    setPending(true);
    const failed = (description: string): void => {
      add({ tone: "error", title: t("people.exportError"), description });
    };
    try {
      const answer = await fetch(url);
      // Signed out, or no administrator any more: follow the redirect as a link does.
      if (answer.redirected) return window.location.assign(answer.url);
      if (!answer.ok) return failed(t(exportFailure(answer.status)));
      save(await answer.blob(), fileName);
      add({ tone: "success", title: t("people.exportSuccess"), description: t("people.exportDone") });
    } catch {
      failed(t("people.exportFailed"));
    } finally {
      setPending(false);
    }
  }

  return { pending, start };
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
