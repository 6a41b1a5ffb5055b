import { drawQrCode, type QrCode } from "~/features/base/documents/qr-code.server";
import { splitSale } from "~/features/base/money/platform-share";
import { findCreatorFeeBp } from "~/features/money/fees/creator-fees.queries.server";
import { withSource } from "~/features/orders/coupons/visit-source";
import { drawStoryPicture, videoPicturePath } from "~/features/shop/sharing/draw-share-picture.server";
import { readCover } from "~/features/shop/sharing/find-share-picture.server";
import type { OwnVideo } from "~/features/studio/uploads/unpublished.queries.server";
import { videoPath } from "~/features/videos/listing/video-address";
import { formatPrice } from "~/i18n/money";
import type { Services } from "~/platform/services";
import type { LimitRule } from "~/platform/try-counter.server";
import { findSharedVideo } from "./own-videos.queries.server";

type Needs = Pick<Services, "db" | "env" | "clock">;

export async function showSharedVideo({ db, env, clock }: Needs, ownVideo: OwnVideo) {
  const [video, shareBp] = await Promise.all([
    findSharedVideo(db, ownVideo),
    findCreatorFeeBp(db, ownVideo.creatorId, clock()),
  ]);
  if (!video) return undefined;
  const { id, title, price_cents, currency, outcomes, preview_status } = video;
  const path = videoPath(video);
  return {
    id,
    title,
    price_cents,
    currency,
    path,
    earningCents: splitSale(price_cents, shareBp).creatorEarningsCents,
    outcomes: outcomes.length,
    hasPreview: preview_status === "ready",
    picture: videoPicturePath(video),
    link: env.APP_URL + path,
    whatsappLink: env.APP_URL + withSource(path, "whatsapp"),
    qr: drawQrCode(env.APP_URL + withSource(path, "qr")),
  };
}

export type SharedVideo = NonNullable<Awaited<ReturnType<typeof showSharedVideo>>>;

export async function writeQrFile(services: Needs, ownVideo: OwnVideo) {
  const shared = await showSharedVideo(services, ownVideo);
  return shared?.qr && writeSvg(shared.qr);
}

const fileSide = 1_200;

function writeSvg({ size, path }: QrCode): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${fileSide}" height="${fileSide}" viewBox="0 0 ${size} ${size}" ` +
    `shape-rendering="crispEdges"><path d="M0 0h${size}v${size}h-${size}z" fill="#fff"/><path d="${path}"/></svg>`
  );
}

/** Returns an upright JPEG for stories; undefined if it is not theirs or not for sale. */
export async function drawOwnStory(
  services: Pick<Services, "db" | "storage">,
  ownVideo: OwnVideo,
): Promise<Buffer | undefined> {
  const video = await findSharedVideo(services.db, ownVideo);
  if (!video) return undefined;
  const { title, price_cents, currency, thumbnail_url } = video;
  const cover = await readCover(services, thumbnail_url);
  return drawStoryPicture({ cover, title, price: formatPrice(price_cents, currency) });
}

/** Each takes a fifth of a second of one processor. */
export const storyLimit: LimitRule = { name: "story", tries: 60, seconds: 600 };
