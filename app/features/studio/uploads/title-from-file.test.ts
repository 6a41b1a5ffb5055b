import { expect, test } from "vitest";
import { titleFromFile } from "./title-from-file";

test.each([
  ["violão_quatro-acordes.mp4", "Violão quatro acordes"],
  ["Yoga em 15 minutos.MOV", "Yoga em 15 minutos"],
  ["aula.01.final.mp4", "Aula 01 final"],
  ["IMG_1234.MOV", ""],
  ["VID_20261125_140312.mp4", ""],
  ["20261125.mp4", ""],
  ["WhatsApp Video 2026-11-25 at 14.03.12.mp4", ""],
  ["DJI_0042.mp4", ""],
  ["Video aula de crochê.mp4", "Video aula de crochê"],
  [".mp4", ""],
  [`${"a".repeat(250)}.mp4`, `A${"a".repeat(199)}`],
])("the file %s suggests the title %j", (name, title) => expect(titleFromFile(name)).toBe(title));
