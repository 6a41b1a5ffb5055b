import { classNames } from "./looks";

type PortraitProps = {
  src?: string | null;
  srcSet?: string;
  /** CSS width. */
  sizes?: string;
  /** Shown as initials if there is no picture. */
  name: string;
  eager?: boolean;
  /** Size of the picture and of the initials. */
  className?: string;
};

export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}|\p{N}/u.test(word));
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen
    .map((word) => word?.match(/\p{L}|\p{N}/u)?.[0] ?? "")
    .join("")
    .toLocaleUpperCase("pt-BR");
}

/** Decorative: the name is beside it. */
export function Portrait({ src, srcSet, sizes, name, eager = false, className = "size-8" }: PortraitProps) {
  return (
    <span aria-hidden="true" className={classNames("portrait", className)}>
      {src ? (
        <img
          src={src}
          srcSet={srcSet}
          sizes={srcSet && sizes}
          alt=""
          width={96}
          height={96}
          loading={eager ? "eager" : "lazy"}
          decoding="async"
          className="size-full object-cover"
        />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}
