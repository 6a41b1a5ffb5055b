import type { MessageKey } from "~/i18n/message-key";

export interface ShareStep {
  title: MessageKey;
  text: MessageKey;
  done: boolean;
  values?: Record<string, number>;
}

/** Returns what helps to sell a video: its price, its preview and its learning points. */
export function shareSteps({ hasPreview, outcomes }: { hasPreview: boolean; outcomes: number }): ShareStep[] {
  return [
    { title: "shareVideo.price", text: "shareVideo.priceText", done: true },
    {
      title: "shareVideo.preview",
      text: hasPreview ? "shareVideo.previewDone" : "shareVideo.previewOpen",
      done: hasPreview,
    },
    {
      title: "shareVideo.outcomes",
      text: outcomes > 0 ? "shareVideo.outcomesDone" : "shareVideo.outcomesOpen",
      done: outcomes > 0,
      values: { count: outcomes },
    },
  ];
}
