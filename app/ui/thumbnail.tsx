import { classNames } from "./class-names";
import { LogoMark } from "./logo";

type ThumbnailProps = {
  src?: string | null;
  /** The same picture in other widths, and how wide it is shown, as `<img>` takes them. */
  srcSet?: string;
  sizes?: string;
  /** What the picture shows; empty where the title stands beside it. */
  alt: string;
  /** For pictures at the top of the page: loaded at once instead of when scrolled to; the largest before all else. */
  eager?: boolean | "first";
  className?: string;
};

/** A 16:9 picture whose room is kept before it arrives; a drawing where there is none. */
export function Thumbnail({ src, srcSet, sizes, alt, eager = false, className }: ThumbnailProps) {
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
          decoding="async"
          // React 18 knows the attribute by no name of its own.
          {...(eager === "first" && { fetchpriority: "high" })}
          className="size-full object-cover"
        />
      ) : (
        <Placeholder />
      )}
    </div>
  );
}

function Placeholder() {
  return (
    <div aria-hidden="true" className="flex size-full items-center justify-center bg-primary-soft">
      <LogoMark className="size-16 opacity-80" />
    </div>
  );
}
