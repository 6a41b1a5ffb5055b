/** What is laid over a drawing to make it a lesson: the title at first, then the steps, and how far it has come. */
import { colour, label, ramp, type Scene } from "./paint";

/** Length of every clip in seconds. */
export const clipSeconds = 12;
/** The drawing moves once the title begins to leave. */
const sceneBegins = 1.6;
const titleLeaves: [number, number] = [2.3, 3];
const stepBegins = [3.1, 6, 8.9];

/** SVG elements of the whole picture at `t` seconds of the clip, 0 ≤ t < clipSeconds. */
export function lessonFrame(scene: Scene, t: number): string {
  return `${scene.draw(Math.max(0, t - sceneBegins))}${scene.steps.map((text, i) => step(text, i, t)).join("")}${titleCard(scene.title, t)}
<rect y="708" width="1280" height="12" fill="${colour.ink}" opacity=".25"/><rect y="708" width="${(1280 * t) / clipSeconds}" height="12" fill="${colour.orange}"/>`;
}

function titleCard(title: string, t: number): string {
  const gone = ramp(t, ...titleLeaves);
  if (gone === 1) return "";
  const lines = wrapped(title, 13);
  const top = 440 - lines.length * 54;
  return `<g transform="translate(${-960 * gone} 0)"><path d="M0 0H770C850 180 760 300 800 430S760 640 820 720H0Z" fill="${colour.cream}"/>
<rect x="96" y="${top - 172}" width="150" height="54" rx="27" fill="${colour.orange}"/>${label(171, top - 134, 32, "Aula 1", "#fff")}
${lines.map((line, i) => label(92, top + i * 108, 104, line, colour.ink, "start")).join("")}
<rect x="96" y="${top + lines.length * 108 - 66}" width="${220 * ramp(t, 0.2, 1.2)}" height="14" rx="7" fill="${colour.amber}"/></g>`;
}

function step(text: string, index: number, t: number): string {
  const from = stepBegins[index] ?? 0;
  const until = stepBegins[index + 1] ?? clipSeconds + 1;
  const shown = ramp(t, from, from + 0.5) * (1 - ramp(t, until - 0.4, until));
  if (shown === 0) return "";
  const width = 128 + text.length * 21;
  return `<g transform="translate(48 ${720 - 100 * shown})" opacity="${shown}"><rect width="${width}" height="68" rx="34" fill="${colour.ink}" stroke="${colour.cream}" stroke-opacity=".3" stroke-width="3"/>
<circle cx="36" cy="34" r="25" fill="${colour.amber}"/>${label(36, 46, 33, String(index + 1), colour.ink)}${label(78, 47, 37, text, colour.cream, "start")}</g>`;
}

/** Lines of at most `width` characters, broken between words. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
