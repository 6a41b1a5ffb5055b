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
