import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { isServerThere } from "~/platform/network-failure";

const channelName = "sabia-purchases";

/** Tells the browser's other tabs that the viewer has bought a video, or is about to. Undefined: neither. */
export function useTellPurchase(videoId: string | undefined): void {
  useEffect(() => {
    if (!videoId || !("BroadcastChannel" in window)) return;
    const channel = new BroadcastChannel(channelName);
    channel.postMessage(videoId);
    channel.close();
  }, [videoId]);
}

interface PurchaseNews {
  /** False while a video plays, which a revalidation would interrupt. */
  listening?: boolean;
  /** Also when the page becomes visible, such as after paying in another tab. */
  whenSeen: boolean;
}

export function usePurchaseNews({ listening = true, whenSeen }: PurchaseNews): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!listening) return;
    let over = false;
    let busy = false;
    const look = async () => {
      if (busy) return;
      busy = true;
      const there = await isServerThere();
      busy = false;
      if (there && !over) revalidate();
    };
    const seen = () => document.visibilityState === "visible" && look();
    const channel = "BroadcastChannel" in window ? new BroadcastChannel(channelName) : undefined;
    channel?.addEventListener("message", look);
    if (whenSeen) for (const event of seenEvents) window.addEventListener(event, seen);
    return () => {
      over = true;
      channel?.close();
      for (const event of seenEvents) window.removeEventListener(event, seen);
    };
  }, [listening, whenSeen, revalidate]);
}

/** `visibilitychange` bubbles from the document, and also fires for the back-forward cache. */
const seenEvents = ["visibilitychange", "focus"] as const;
