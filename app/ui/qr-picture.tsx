/** Dark on light in both colour schemes: many readers cannot read an inverted code. */
export function QrPicture({
  code: { size, path },
  label,
}: {
  code: { size: number; path: string };
  label: string;
}) {
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="w-full max-w-60 rounded-control"
    >
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
