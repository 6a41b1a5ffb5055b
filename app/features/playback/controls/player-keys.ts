export type PlayerCommand =
  | { do: "playOrPause" | "mute" | "fullScreen" | "captions" }
  | { do: "skip"; seconds: number }
  | { do: "seek"; share: number };

interface PressedKey {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** The focused element: the player, a field that uses keys, a button or link, or anything else. */
export type FocusedPart = "player" | "field" | "button" | "page";

const letters: ReadonlyMap<string, PlayerCommand> = new Map([
  ["k", { do: "playOrPause" }],
  ["j", { do: "skip", seconds: -10 }],
  ["l", { do: "skip", seconds: 10 }],
  ["f", { do: "fullScreen" }],
  ["c", { do: "captions" }],
  ["m", { do: "mute" }],
]);

/**
 * Decides what a pressed key does to the player; undefined if it is not for it. Fields keep every key, buttons and
 * links the space bar. The focused player keeps the space bar and arrows for the browser's own controls.
 */
export function decidePlayerCommand(pressed: PressedKey, focused: FocusedPart): PlayerCommand | undefined {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey || focused === "field") return undefined;
  const key = pressed.key.toLowerCase();
  if (/^\d$/.test(key)) return { do: "seek", share: Number(key) / 10 };
  if (key === " ") return focused === "page" ? { do: "playOrPause" } : undefined;
  if (key === "arrowleft" || key === "arrowright") {
    return focused === "player" ? undefined : { do: "skip", seconds: key === "arrowleft" ? -5 : 5 };
  }
  return letters.get(key);
}
