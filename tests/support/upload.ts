import { readFileSync } from "node:fs";
import { type Published, publishFromForm } from "~/features/studio/uploads/publish-from-form.server";
import { PublishFailed } from "~/features/studio/uploads/record-video.server";
import { thumbnailWidths } from "~/features/videos/pictures/picture-paths";
import { BrokenForm } from "~/platform/forms/multipart.server";
import { makeRequest } from "./ask";
import type { Part } from "./multipart";
import { makeImage, makeMp4 } from "./people";
import { readRow } from "./tables";
import type { TestWorld } from "./test-services";

/** Objects in the store per published file: the video, and its thumbnail in every size. */
export const objectsPerVideo = 1 + thumbnailWidths.length;

/** Small real files, made with creators' tools. */
export function readAsset(name: string): Uint8Array {
  return readFileSync(new URL(`./assets/${name}`, import.meta.url));
}

const fields = { source: "file", title: "Pão de queijo", description: "Em casa.", price: "49,90" };

/** The text parts of a valid upload form, with changes; undefined omits a part. */
export function textParts(changes: Record<string, string | undefined> = {}): Part[] {
  return Object.entries({ ...fields, ...changes }).flatMap(([name, content]) =>
    content === undefined ? [] : [{ name, content }],
  );
}

const image = await makeImage();

export function thumbnailPart(content: Uint8Array = image, fileName = "capa.png"): Part {
  return { name: "thumbnail", fileName, type: "image/png", content };
}

export function videoPart(content: Uint8Array = makeMp4(), fileName = "aula.mp4"): Part {
  return { name: "video", fileName, type: "video/mp4", content };
}

/** The result of an upload: published, messages by field, the failed step, or interrupted. */
export type Outcome =
  | { videoId: string }
  | { errors: Record<string, string> }
  | { failedAt: string; reason: unknown }
  | { broken: true };

export async function upload(world: TestWorld, creatorId: string, from: Part[] | Request): Promise<Outcome> {
  const request = from instanceof Request ? from : makeRequest({ path: "/creator/upload", parts: from });
  try {
    return say(await publishFromForm(world.services, creatorId, request));
  } catch (error) {
    if (error instanceof BrokenForm) return { broken: true };
    if (error instanceof PublishFailed) return { failedAt: error.step, reason: error.cause };
    throw error;
  }
}

function say(published: Published): Outcome {
  if (!published.ok) return { errors: published.problem.errors };
  return { videoId: published.videoId };
}

/** Publishes a video, which must succeed; returns its row. */
export async function publish(world: TestWorld, creatorId: string, from: Part[] | Request) {
  const outcome = await upload(world, creatorId, from);
  if (!("videoId" in outcome)) throw new Error(`not published: ${JSON.stringify(outcome)}`);
  return readRow(world.services.db, "videos", { id: outcome.videoId });
}
