export const errors = {
  notFoundTitle: "404",
  notFound: "Ops! Página não encontrada",
  returnHome: "Voltar ao início",
  title: "Algo deu errado",
  text: "A falha é nossa e já foi registrada. Tente de novo em instantes.",
  noAnswerTitle: "O servidor não respondeu",
  noAnswer: "Confira sua conexão e tente de novo. O que você digitou continua aqui.",
  noAnswerShort: "O servidor não respondeu. Confira sua conexão e tente de novo.",
  pageLost: "Confira sua conexão e tente de novo.",
  tryAgain: "Tentar de novo",
  requestId: "Código do erro: {{id}}",
  tooLarge: "O que você enviou é grande demais.",
} as const;
