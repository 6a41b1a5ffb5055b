import { type SheetMark, sheetFrame, sheetSize } from "~/features/base/documents/pdf-document";

/** White paper in dark, too. */
export function CertificateSheet({ marks, label }: { marks: readonly SheetMark[]; label: string }) {
  return (
    <svg
      viewBox={`0 0 ${sheetSize.width} ${sheetSize.height}`}
      role="img"
      aria-label={label}
      className="block w-full rounded-cover shadow-lifted"
    >
      {marks.map((mark, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the marks of a sheet do not move
        <Mark key={at} mark={mark} />
      ))}
    </svg>
  );
}

function Mark({ mark }: { mark: SheetMark }) {
  if (mark.kind === "text") {
    return (
      <text
        x={mark.x}
        y={mark.y}
        fontSize={mark.size}
        fill={mark.colour}
        textAnchor={mark.ends ? "end" : "start"}
      >
        {mark.runs.map(({ text, bold }) => (
          <tspan key={text} fontWeight={bold ? 700 : 400}>
            {text}
          </tspan>
        ))}
      </text>
    );
  }
  const { path, x = 0, y = 0, scale = 1, fill, line, cut } = mark;
  const drawn = (
    <path
      d={path}
      transform={`translate(${x} ${y}) scale(${scale})`}
      fill={fill ?? "none"}
      stroke={line?.colour}
      strokeWidth={line?.width}
      strokeLinecap="round"
    />
  );
  if (!cut) return drawn;
  const { x: left, y: top, width, height } = sheetFrame;
  return (
    <svg
      aria-hidden="true"
      x={left}
      y={top}
      width={width}
      height={height}
      viewBox={`${left} ${top} ${width} ${height}`}
    >
      {drawn}
    </svg>
  );
}
