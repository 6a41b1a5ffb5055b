import { type MouseEvent, useState } from "react";
import { useText } from "~/i18n/use-locale";
import { useToasts } from "~/ui/toasts/toast-store";
import { exportFailure } from "./export-failure";

/**
 * Downloads a link's file with a message at the end (product.md, Messages). With a modifier key the browser follows the
 * link.
 */
export function useExport(fileName: string) {
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
      // Signed out, or no longer an administrator: follow the redirect as a link would.
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
