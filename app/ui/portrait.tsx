import { classNames } from "./class-names";

type PortraitProps = {
  src?: string | null;
  srcSet?: string;
  /** Width, such as "2rem". */
  sizes?: string;
  /** The name beside it: its initials are shown where there is no picture. */
  name: string;
  eager?: boolean;
  /** Its size, as `size-8`, and the size of the initials. */
  className?: string;
};

/** Returns the first letters of the first and the last word of a name, in capitals. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}|\p{N}/u.test(word));
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen
    .map((word) => word?.match(/\p{L}|\p{N}/u)?.[0] ?? "")
    .join("")
    .toLocaleUpperCase("pt-BR");
}

/** A round portrait, or initials. Decoration: the name is beside it. */
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
