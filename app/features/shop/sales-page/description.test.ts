import { expect, test } from "vitest";
import { parseDescription } from "./description";

const paragraph = (text: string) => ({ kind: "paragraph", text });
const list = (items: string[], ordered = false) => ({ kind: "list", ordered, items });

test.each([
  ["", []],
  ["  \n\n ", []],
  ["Um texto.", [paragraph("Um texto.")]],
  ["Um.\r\nDois.\r\n\r\nTrês.", [paragraph("Um.\nDois."), paragraph("Três.")]],
  [
    "Você vai precisar de:\n- farinha\n* água\n• sal\nE paciência.",
    [paragraph("Você vai precisar de:"), list(["farinha", "água", "sal"]), paragraph("E paciência.")],
  ],
  ["1. Amasse\n2) Asse\n\n- Coma", [list(["Amasse", "Asse"], true), list(["Coma"])]],
  ["-5 graus e 10.000 fotos", [paragraph("-5 graus e 10.000 fotos")]],
  ["2024 foi bom", [paragraph("2024 foi bom")]],
  ["-", [paragraph("-")]],
  ["- <b>não</b> é marcação", [list(["<b>não</b> é marcação"])]],
])("parseDescription parses %j", (text, blocks) => expect(parseDescription(text)).toEqual(blocks));
