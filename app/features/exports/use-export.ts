import { type MouseEvent, useState } from "react";
import { useText } from "~/i18n/use-locale";
import { useToasts } from "~/ui/toast-store";

/**
 * Lets a link download its file with a message at the end (product.md, Messages). Without script, or with a key that means
 * another tab or a file, the browser does what it does with a link.
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
      // Whoever is signed out, or no longer an administrator, is led where a link would have led them.
      if (answer.redirected) return window.location.assign(answer.url);
      const says = answer.headers.get("Content-Type")?.startsWith("text/plain") ?? false;
      if (!answer.ok) return failed(says ? await answer.text() : t("people.exportFailed"));
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
  // The browser takes the file at its leisure.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
