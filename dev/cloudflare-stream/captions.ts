import type { ServerResponse } from "node:http";
import { sendErrors, sendResult, sendText } from "./answers";
import type { Encoder } from "./encoder";
import type { StoredVideo, Videos } from "./videos";

/** Spoken languages that Cloudflare recognises. */
const heard = ["cs", "nl", "en", "fr", "de", "it", "ja", "ko", "pl", "pt", "ru", "es"];

/** https://developers.cloudflare.com/stream/edit-videos/adding-captions/ */
export function createCaptions(videos: Videos, { makeCaptions }: Encoder) {
  return (method: string, video: StoredVideo, [language = "", part]: string[], response: ServerResponse) => {
    const status = video.captions?.[language];
    const details = () => ({
      generated: true,
      label: language,
      language,
      status: video.captions?.[language],
    });
    if (method === "POST" && part === "generate") {
      if (!heard.includes(language)) return sendErrors(response, 400, 10005, "The language is not supported");
      if (video.status.state !== "ready") return sendErrors(response, 400, 10005, "The video is not ready");
      if (status) return sendErrors(response, 409, 10005, "There are captions in this language already");
      makeCaptions(video, language);
      return sendResult(response, details());
    }
    if (!status) return sendErrors(response, 404, 10003, "Not found");
    if (method === "GET" && part === undefined) return sendResult(response, details());
    if (method === "DELETE" && part === undefined) {
      const { [language]: _, ...captions } = video.captions ?? {};
      videos.change(video, { captions });
      return sendResult(response, "");
    }
    if (method === "GET" && part === "vtt" && status === "ready")
      return sendText(response, 200, vttOf(video));
    sendErrors(response, 405, 10000, `${method} is not known here`);
  };
}

/** Nothing listens to the video here: a cue for every five seconds. */
function vttOf({ duration }: StoredVideo): string {
  const count = Math.max(1, Math.ceil(Math.max(duration, 0) / 5));
  const time = (seconds: number) => new Date(Math.round(seconds * 1_000)).toISOString().slice(11, 23);
  const cues = Array.from({ length: count }, (_, at) => {
    const end = duration > 0 ? Math.min(at * 5 + 5, duration) : at * 5 + 5;
    return `${time(at * 5)} --> ${time(end)}\nFala ${at + 1}\n`;
  });
  return ["WEBVTT\n", ...cues].join("\n");
}
