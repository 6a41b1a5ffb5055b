import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "~/integrations/clock";
import { writeStored } from "../local-server/stored-file";

export interface VideoStatus {
  state: string;
  pctComplete?: string;
  errorReasonCode?: string;
  errorReasonText?: string;
}

export interface NewVideo {
  bytes: number;
  /** ISO 8601: nothing is accepted later. */
  expiry: string;
  maxDurationSeconds: number | null;
  requireSignedURLs: boolean;
  creator: string | null;
  meta: Record<string, unknown>;
}

export interface StoredVideo extends NewVideo {
  uid: string;
  /** The unguessable part of the upload address; does not contain the uid. */
  place: string;
  received: number;
  created: string;
  modified: string;
  status: VideoStatus;
  /** In seconds, −1 while unknown. */
  duration: number;
  hls: boolean;
  captions?: Record<string, "inprogress" | "ready" | "error">;
  mp4: Download | null;
  /** Undefined in records of earlier versions. */
  m4a?: Download;
}

export interface Download {
  status: "inprogress" | "ready" | "error";
  percentComplete: number;
}

/** The files for downloading: by the names in a record, those of the API's types, and the files' own. */
export const downloadFiles = {
  mp4: { type: "default", name: "default.mp4", contentType: "video/mp4" },
  m4a: { type: "audio", name: "audio.m4a", contentType: "audio/mp4" },
} as const;

export type DownloadKind = keyof typeof downloadFiles;
export const downloadKinds = Object.keys(downloadFiles) as DownloadKind[];

export type Videos = ReturnType<typeof openVideos>;

/** Records are in one file, written at each change; each video has a folder of files. */
export function openVideos(dir: string, clock: Clock) {
  const file = join(dir, "videos.json");
  const list: StoredVideo[] = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
  const byUid = new Map(list.map((video) => [video.uid, video]));

  const save = () => writeStored(file, [...byUid.values()]);

  function change(video: StoredVideo, changes: Partial<StoredVideo>): void {
    if (byUid.get(video.uid) !== video) return;
    Object.assign(video, changes, { modified: clock().toISOString() });
    save();
  }

  const folder = (video: StoredVideo) => join(dir, video.uid);

  return {
    all: () => [...byUid.values()],
    find: (uid: string) => byUid.get(uid),
    findByPlace: (place: string) => [...byUid.values()].find((video) => video.place === place),
    fileOf: (video: StoredVideo, name: string) => join(folder(video), name),
    make(wanted: NewVideo): StoredVideo {
      const now = clock().toISOString();
      const video: StoredVideo = {
        ...wanted,
        uid: randomBytes(16).toString("hex"),
        place: randomBytes(24).toString("hex"),
        received: 0,
        created: now,
        modified: now,
        status: { state: "pendingupload" },
        duration: -1,
        hls: false,
        mp4: null,
      };
      byUid.set(video.uid, video);
      mkdirSync(folder(video), { recursive: true });
      save();
      return video;
    },
    change,
    exists: (video: StoredVideo) => byUid.get(video.uid) === video,
    remove(video: StoredVideo): void {
      byUid.delete(video.uid);
      save();
      rmSync(folder(video), { recursive: true, force: true });
    },
    isExpired: (video: StoredVideo) => new Date(video.expiry) <= clock(),
  };
}
