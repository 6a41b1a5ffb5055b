/** Relative luminance of `#rrggbb`, 0 to 1 (WCAG 2.2, "relative luminance"). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two `#rrggbb` colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Returns `#rrggbbaa` on an opaque background as `#rrggbb`. */
export function mix(front: string, ground: string): string {
  const share = Number.parseInt(front.slice(7, 9), 16) / 255;
  const channels = [1, 3, 5].map((start) => {
    const [above = 0, below = 0] = [front, ground].map((hex) =>
      Number.parseInt(hex.slice(start, start + 2), 16),
    );
    return Math.round(above * share + below * (1 - share))
      .toString(16)
      .padStart(2, "0");
  });
  return `#${channels.join("")}`;
}
