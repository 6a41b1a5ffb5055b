import { useEffect, useRef, useState } from "react";
import type { MediaResult } from "./keep-unpublished.server";
import { readFrames } from "./video-frames";

interface Frames {
  wanted: boolean;
  /** The file goes on after the page was opened again. */
  hasFrames: boolean;
  /** The file took the place of another: the present frames go. */
  isOther: boolean;
  send: (body: FormData) => Promise<void>;
}

/** Reads frames of a file that is sent from this page, once. `settled`: resolves when that is over. */
export function useFrames(file: File | undefined, { wanted, hasFrames, isOther, send }: Frames) {
  const [reading, setReading] = useState(false);
  const read = useRef<{ file: File; run: Promise<void> }>();
  useEffect(() => {
    if (!wanted || !file || read.current?.file === file) return;
    async function run(chosen: File) {
      if (hasFrames && !isOther) return;
      setReading(true);
      const { frames, best } = await readFrames(chosen);
      const body = new FormData();
      if (isOther) body.set("anew", "1");
      body.set("best", String(best));
      for (const frame of frames) body.append("frame", frame);
      if (frames.length > 0 || isOther) await send(body);
    }
    read.current = {
      file,
      run: run(file)
        .catch(() => undefined)
        .finally(() => setReading(false)),
    };
  }, [wanted, file, hasFrames, isOther, send]);
  return { reading, settled: async () => read.current?.run };
}

/** Returns undefined if the server could not keep them now. */
export async function sendMedia(videoId: string, body: FormData): Promise<MediaResult | undefined> {
  try {
    const answer = await fetch(`/creator/videos/${videoId}/unpublished`, {
      method: "POST",
      body,
      redirect: "manual",
    });
    const isJson = answer.headers.get("Content-Type")?.startsWith("application/json") ?? false;
    return isJson ? ((await answer.json()) as MediaResult) : undefined;
  } catch {
    return undefined;
  }
}
