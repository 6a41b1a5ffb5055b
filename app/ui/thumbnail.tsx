import { classNames } from "./looks";
import { LogoMark } from "./page-frame/logo";

type ThumbnailProps = {
  src?: string | null;
  srcSet?: string;
  sizes?: string;
  /** Empty when the title is beside it. */
  alt: string;
  /** Loads at once; "first" with high priority. */
  eager?: boolean | "first";
  /** Something covers the middle, such as a play button: the placeholder has no logo. */
  covered?: boolean;
  className?: string;
};

export function Thumbnail({
  src,
  srcSet,
  sizes,
  alt,
  eager = false,
  covered = false,
  className,
}: ThumbnailProps) {
  return (
    <div className={classNames("relative aspect-video w-full overflow-hidden bg-sunken", className)}>
      {src ? (
        <img
          src={src}
          srcSet={srcSet}
          sizes={srcSet && sizes}
          alt={alt}
          width={640}
          height={360}
          loading={eager ? "eager" : "lazy"}
          // Painted with the first view, not in a frame after it.
          decoding={eager === "first" ? "sync" : "async"}
          // React 18 does not know the attribute.
          {...(eager === "first" && { fetchpriority: "high" })}
          className="size-full object-cover"
        />
      ) : (
        <Placeholder plain={covered} />
      )}
    </div>
  );
}

function Placeholder({ plain }: { plain: boolean }) {
  return (
    <div aria-hidden="true" className="flex size-full items-center justify-center bg-dawn">
      {!plain && <LogoMark className="h-2/5 w-auto" />}
    </div>
  );
}
