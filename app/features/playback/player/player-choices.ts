import { soundOnly } from "~/features/videos/media/rungs";

export interface PlayerChoices {
  rate: number;
  volume: number;
  muted: boolean;
  captions: string;
  /** Single keys control the player; WCAG 2.1.4 asks for a way to turn them off. */
  keys: boolean;
  /** Short side of the picture in pixels, as far as the video has it; 0: the player chooses; or `soundOnly`. */
  quality: number;
  next: boolean;
  wide: boolean;
}

const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 3] as const;

const fastest = 3;

/** Over twice the speed Safari stutters or loses the sound. */
const fastestInSafari = 2;

export function listRates(): number[] {
  const isSafari = /^Apple/.test(navigator.vendor);
  return rates.filter((rate) => !isSafari || rate <= fastestInSafari);
}

const qualities: readonly number[] = [0, 360, 720, 1080, soundOnly];

const usual: PlayerChoices = {
  rate: 1,
  volume: 1,
  muted: false,
  captions: "",
  keys: true,
  quality: 0,
  next: true,
  wide: false,
};

/** Until the person chooses another. */
const savingQuality = 360;

/** With defaults for missing or invalid choices. */
export function parseChoices(stored: string | null, savesData = false): PlayerChoices {
  const choices = parseObject(stored);
  const { rate, volume, muted, captions, keys, quality, next, wide } = choices;
  return {
    rate: typeof rate === "number" && isRate(rate) ? rate : usual.rate,
    volume: typeof volume === "number" && volume >= 0 && volume <= 1 ? volume : usual.volume,
    muted: muted === true,
    captions: typeof captions === "string" && /^[a-z]{2}$/.test(captions) ? captions : usual.captions,
    keys: keys !== false,
    quality:
      typeof quality === "number" && qualities.includes(quality)
        ? quality
        : savesData
          ? savingQuality
          : usual.quality,
    next: next !== false,
    wide: wide === true,
  };
}

export function isRate(rate: number): boolean {
  return rate >= 0.5 && rate <= fastest;
}

function parseObject(stored: string | null): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(stored ?? "");
    return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}

const storageKey = "sabia-player";

/** Storage may be disabled. */
export function readChoices(): PlayerChoices {
  try {
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    return parseChoices(localStorage.getItem(storageKey), connection?.saveData === true);
  } catch {
    return usual;
  }
}

export function storeChoices(changes: Partial<PlayerChoices>): void {
  try {
    const stored = parseObject(localStorage.getItem(storageKey));
    localStorage.setItem(storageKey, JSON.stringify({ ...stored, ...changes }));
  } catch {
    // The choices hold for this page.
  }
}
