export const learnerHome = {
  welcome: "Bom te ver, {{name}}.",
  welcomeBack: "Bom te ver de novo.",
  stopped: "Você parou em “{{title}}”.",
  left: "Faltam {{length}}",
  readyToStart: "Seus vídeos estão esperando por você.",
  nothingYet: "Escolha a primeira aula: você compra uma vez e assiste quando quiser.",
  continue: "Continuar",
  start: "Começar",
  browse: "Ver aulas",
  continueTitle: "Continue assistindo",
  toLibrary: "Ver minhas compras",
  notBegun: "Para começar",
} as const;
