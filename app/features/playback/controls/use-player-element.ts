import { useEffect, useState } from "react";
import { playerId } from "./moment-link";

/**
 * Returns the `<video>` of the page once it is there; undefined before, and for players that are none, such as
 * YouTube's.
 */
export function usePlayerElement(videoId: string): HTMLVideoElement | undefined {
  const [found, setFound] = useState<HTMLVideoElement>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another video has another player
  useEffect(() => {
    const element = document.getElementById(playerId);
    setFound(element instanceof HTMLVideoElement ? element : undefined);
  }, [videoId]);
  return found;
}
