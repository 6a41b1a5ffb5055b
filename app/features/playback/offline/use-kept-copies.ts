import { useEffect, useState } from "react";

/** A copy on this device, as public/copies.js keeps it. `over`: its lease has ended. Sizes in bytes, times in ms. */
export interface KeptCopy {
  videoId: string;
  state: "loading" | "waiting" | "paused" | "full" | "done" | "over";
  bytes: number;
  saved: number;
  until: number;
}

type StoredCopy = KeptCopy & { half: string | null };

/** Lists the copies on this device. Returns none where the browser keeps none. */
export async function listKeptCopies(): Promise<KeptCopy[]> {
  const database = await openCopies().catch(() => undefined);
  if (!database) return [];
  try {
    const stored = await new Promise<StoredCopy[]>((resolve, reject) => {
      const request = database.transaction("copies").objectStore("copies").getAll();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const isLoading = await runsDownloads();
    return stored.map((copy) => ({ ...copy, state: stateOf(copy, isLoading) }));
  } finally {
    database.close();
  }
}

function stateOf({ state, half, until }: StoredCopy, isLoading: boolean): KeptCopy["state"] {
  if (state === "done") return half && until > Date.now() ? "done" : "over";
  return state === "loading" && !isLoading ? "paused" : state;
}

/** Opens the database of copies, without creating it. */
function openCopies(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("copies", 1);
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onsuccess = () => resolve(request.result);
    request.onerror = (event) => {
      event.preventDefault();
      reject(request.error);
    };
  });
}

/** Whether a page of this browser downloads at the moment. */
async function runsDownloads(): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === "downloads");
}

/** How often a download that runs in another tab is looked at, in ms. */
const everyMs = 1_500;

/** Returns what this device keeps of a video; undefined while unknown, and for nothing. */
export function useKeptCopy(videoId: string | undefined): KeptCopy | undefined {
  const [copy, setCopy] = useState<KeptCopy>();
  useEffect(() => {
    if (!videoId) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const look = async () => {
      clearTimeout(timer);
      const kept = await listKeptCopies().catch(() => []);
      if (over) return;
      const found = kept.find((each) => each.videoId === videoId);
      setCopy(found);
      if (found?.state === "loading") timer = setTimeout(look, everyMs);
    };
    const seen = () => {
      if (document.visibilityState === "visible") void look();
    };
    void look();
    document.addEventListener("visibilitychange", seen);
    window.addEventListener("pageshow", seen);
    return () => {
      over = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", seen);
      window.removeEventListener("pageshow", seen);
    };
  }, [videoId]);
  return copy;
}
