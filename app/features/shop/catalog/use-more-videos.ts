import { useFetcher, useLocation } from "@remix-run/react";
import { useRef, useState } from "react";
import { useText } from "~/i18n/use-locale";
import { useOnAnswer } from "~/ui/forms/on-answer";
import { useToasts } from "~/ui/toasts/toasts";
import { joinPages, type ShopPage } from "./video-page";

/** By history entry, so that Back restores the list and the scroll position. */
const kept = new Map<string, ShopPage[]>();
const maxKept = 20;

interface MoreVideos extends ShopPage {
  loading: boolean;
  firstNew: string | undefined;
  loadMore: (path: string) => void;
}

/** Appends pages from the marketplace's own URL. */
export function useMoreVideos(first: ShopPage): MoreVideos {
  const t = useText();
  const { add } = useToasts();
  const { key } = useLocation();
  const fetcher = useFetcher<ShopPage & { tooMany: boolean }>({ key: `more-${key}` });
  const [grown, setGrown] = useState<{ key: string; pages: ShopPage[]; firstNew?: string }>();
  const here = grown?.key === key ? grown : { key, pages: kept.get(key) ?? [], firstNew: undefined };
  const list = here.pages.length > 0 ? joinPages(here.pages, first) : first;

  /** The history entry that requested a page; cleared once its response is unwanted. */
  const requestedBy = useRef<string>();
  useOnAnswer(fetcher.data, (answer) => {
    if (requestedBy.current !== key) return;
    requestedBy.current = undefined;
    if (answer.tooMany) {
      add({
        tone: "error",
        title: t("marketplace.tooManySearches"),
        description: t("marketplace.tooManySearchesText"),
      });
      return;
    }
    const shownIds = new Set(list.videos.map(({ id }) => id));
    const pages = [...(here.pages.length > 0 ? here.pages : [first]), answer];
    keep(key, pages);
    setGrown({ key, pages, firstNew: answer.videos.find(({ id }) => !shownIds.has(id))?.id });
  });

  return {
    ...list,
    loading: fetcher.state !== "idle",
    firstNew: here.firstNew,
    loadMore: (path) => {
      if (requestedBy.current === key) return;
      requestedBy.current = key;
      fetcher.load(path);
    },
  };
}

function keep(key: string, pages: ShopPage[]): void {
  kept.delete(key);
  kept.set(key, pages);
  const [oldest] = kept.keys();
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
}
