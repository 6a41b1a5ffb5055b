import type { Scene } from "./paint";
import { cafe } from "./scenes/cafe";
import { costura } from "./scenes/costura";
import { edicao } from "./scenes/edicao";
import { foto } from "./scenes/foto";
import { fracoes } from "./scenes/fracoes";
import { horta } from "./scenes/horta";
import { ingles } from "./scenes/ingles";
import { pao } from "./scenes/pao";
import { planilha } from "./scenes/planilha";
import { python } from "./scenes/python";
import { violao } from "./scenes/violao";
import { yoga } from "./scenes/yoga";

/** The subjects of the demo videos. */
export const scenes: Scene[] = [
  violao,
  planilha,
  pao,
  ingles,
  foto,
  fracoes,
  costura,
  horta,
  edicao,
  yoga,
  python,
  cafe,
];
