import { useCallback, useEffect, useState } from "react";

/** As public/copies.js keeps it. `over`: its lease has ended. Sizes in bytes, times in ms. */
export interface KeptCopy {
  id: string;
  videoId: string;
  state: "loading" | "waiting" | "paused" | "full" | "done" | "over";
  bytes: number;
  saved: number;
  until: number;
}

type StoredCopy = KeptCopy & { half: string | null };

/** None where the browser keeps none. */
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

/** Without creating the database. */
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

async function runsDownloads(): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === "downloads");
}

/** How often an incomplete copy is read again. */
const everyMs = 1_500;

/** `copy`: null for nothing, undefined while unknown. `look` reads it again. */
export function useKeptCopy(videoId: string | undefined) {
  const [copy, setCopy] = useState<KeptCopy | null>();
  const [looks, setLooks] = useState(0);
  const look = useCallback(() => setLooks((before) => before + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `looks` asks to read the copy anew.
  useEffect(() => {
    if (!videoId) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const look = async () => {
      clearTimeout(timer);
      const kept = await listKeptCopies().catch(() => []);
      if (over) return;
      const found = kept.find((each) => each.videoId === videoId);
      setCopy(found ?? null);
      if (found && found.state !== "done" && found.state !== "over") timer = setTimeout(look, everyMs);
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
  }, [videoId, looks]);
  return { copy, look };
}

/** Downloads in this page: public/keeping.js, which /downloads uses too, loaded when it is needed. */
import type { CopyOffer } from "./keep-copy.server";

interface Keeping {
  page: { changed: () => void; refused: (error: string | undefined) => void };
  /** Undefined where the server refuses. */
  take: (videoId: string, height: number) => Promise<object | undefined>;
  run: () => Promise<void>;
  pause: (copyId: string) => Promise<void>;
  resume: (copyIds: string[]) => Promise<void>;
}

/** A constant of the classic script /keeping.js. */
declare const keeping: Keeping;

let loading: Promise<Keeping> | undefined;

export function loadKeeping(): Promise<Keeping> {
  loading ??= addScript("/copies.js")
    .then(() => addScript("/keeping.js"))
    .then(() => keeping);
  return loading;
}

function addScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () => {
      loading = undefined;
      reject(new Error(`${src} did not load`));
    };
    document.body.append(script);
  });
}

/** For longer than a few days: on an iPhone only the installed app does. */
export function keepsCopies(): boolean {
  if (!navigator.serviceWorker || !navigator.locks) return false;
  return !("standalone" in navigator) || navigator.maxTouchPoints < 2 || navigator.standalone === true;
}

export type Size = CopyOffer["lessons"][number]["sizes"][number];

/** Rejects where nothing can be kept. */
export async function askForOffer(id: string): Promise<CopyOffer> {
  const answer = await fetch(`/watch/${id}/download`, {
    method: "POST",
    body: new URLSearchParams(),
    redirect: "manual",
  });
  if (!answer.ok) throw new Error(`the offer was answered ${answer.status}`);
  return answer.json();
}

/** 360 lines where the browser saves data, else the largest. */
export function firstSize(sizes: readonly Size[]): Size | undefined {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  const small = connection?.saveData && sizes.find(({ height }) => height === 360);
  return small || sizes.at(-1);
}
