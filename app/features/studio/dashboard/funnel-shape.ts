/** The drawing's measures, in its own units: it stretches with the page sideways. */
export const funnelWidth = 1_000;
export const funnelHeight = 140;

/** A part of which anything is left shows at least so much of it. */
const minThickness = 4;

/**
 * Returns the outline of each step of a funnel as an SVG path: as thick as its number is large, narrowing to the next.
 * The last is straight.
 */
export function drawFunnel(numbers: readonly number[]): string[] {
  const greatest = Math.max(...numbers, 1);
  const width = funnelWidth / numbers.length;
  const middle = funnelHeight / 2;
  const half = (number: number) => {
    const thickness = number === 0 ? 0 : Math.max(minThickness, (number / greatest) * funnelHeight);
    return round(thickness / 2);
  };
  return numbers.map((number, index) => {
    const [left, right] = [round(index * width), round((index + 1) * width)];
    const bend = round((left + right) / 2);
    const begin = half(number);
    const end = half(numbers[index + 1] ?? number);
    const [a, b, c, d] = [middle - begin, middle - end, middle + end, middle + begin];
    return `M${left} ${a}C${bend} ${a} ${bend} ${b} ${right} ${b}V${c}C${bend} ${c} ${bend} ${d} ${left} ${d}Z`;
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
