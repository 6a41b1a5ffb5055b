/** Player settings of this browser. */
export interface PlayerChoices {
  rate: number;
  /** From 0 to 1. */
  volume: number;
  muted: boolean;
  /** Language of the captions shown; empty without. */
  captions: string;
  /** Whether single keys control the player (WCAG 2.1.4 asks for a way to turn them off). */
  keys: boolean;
}

export const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

const usual: PlayerChoices = { rate: 1, volume: 1, muted: false, captions: "", keys: true };

/** Parses stored choices, with defaults for missing or invalid ones. */
export function parseChoices(stored: string | null): PlayerChoices {
  const found = parseObject(stored);
  const { rate, volume, muted, captions, keys } = found;
  return {
    rate: typeof rate === "number" && isRate(rate) ? rate : usual.rate,
    volume: typeof volume === "number" && volume >= 0 && volume <= 1 ? volume : usual.volume,
    muted: muted === true,
    captions: typeof captions === "string" && /^[a-z]{2}$/.test(captions) ? captions : usual.captions,
    keys: keys !== false,
  };
}

/** Returns whether a playback speed is within the stored range. */
export function isRate(rate: number): boolean {
  return rate >= 0.5 && rate <= 2;
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
    return parseChoices(localStorage.getItem(storageKey));
  } catch {
    return usual;
  }
}

export function storeChoices(changes: Partial<PlayerChoices>): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...readChoices(), ...changes }));
  } catch {
    // They hold for this page.
  }
}
