import { Thumbnail } from "~/ui/thumbnail";
import { thumbnailSrcSet } from "./thumbnail-sizes";

/** The cover of a video in a row of a list, which has its title beside it. */
export function RowCover({ src }: { src: string | null }) {
  return <Thumbnail src={src} srcSet={thumbnailSrcSet(src)} sizes="9rem" alt="" className="rounded-cover" />;
}
