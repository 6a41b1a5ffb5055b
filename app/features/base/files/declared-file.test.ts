import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanFileName, withoutEnding } from "./declared-file";

test.each([
  ["aula 1.mp4", "aula_1.mp4"],
  ["Introdução à pintura.MOV", "Introdu__o___pintura.MOV"],
  ["../../etc/passwd", "passwd"],
  ["C:\\videos\\aula.avi", "aula.avi"],
  ["..", "_"],
  [".htaccess", "_htaccess"],
  ["", "_"],
  ["a\u0000b.mp4", "a_b.mp4"],
  ["<script>.mp4", "_script_.mp4"],
  ["safe-name_1.2.mp4", "safe-name_1.2.mp4"],
])("the file name %j is stored as %j", (name, cleaned) => {
  expect(cleanFileName(name)).toBe(cleaned);
});

test("any file name becomes a short name of safe characters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (name) => {
      expect(cleanFileName(name)).toMatch(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/);
    }),
  );
});

test("a file name loses only its last extension", () => {
  expect(withoutEnding("capa.final.png")).toBe("capa.final");
  expect(withoutEnding("capa")).toBe("capa");
});
