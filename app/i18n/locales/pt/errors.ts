export const errors = {
  notFoundTitle: "404",
  notFound: "Ops! Página não encontrada",
  /** In the other language: an unknown address does not say which one its reader speaks. */
  notFoundElsewhere: "Oops! Page not found",
  returnHomeElsewhere: "Return to Home",
  popular: "Mais procurados",
  returnHome: "Voltar ao início",
  title: "Algo deu errado",
  text: "A falha é nossa e já foi registrada. Tente de novo em instantes.",
  failedForm:
    "A falha é nossa e já foi registrada. Tente de novo em instantes. O que você digitou continua aqui.",
  noAnswerTitle: "O servidor não respondeu",
  noAnswer: "Confira sua conexão e tente de novo. O que você digitou continua aqui.",
  noAnswerShort: "O servidor não respondeu. Confira sua conexão e tente de novo.",
  pageLost: "Confira sua conexão e tente de novo.",
  tryAgain: "Tentar de novo",
  awayTitle: "Estamos fora do ar",
  away: "É temporário e já estamos cuidando disso. Tente de novo em alguns segundos.",
  awayForm: "É temporário. Tente de novo em alguns segundos. O que você digitou continua aqui.",
  busyTitle: "Muita gente ao mesmo tempo",
  busy: "O banco de dados está atendendo outras pessoas e não respondeu a tempo. Tente de novo em alguns segundos.",
  requestId: "Código do erro: {{id}}",
  tooLarge: "O que você enviou é grande demais.",
  tooLargeForm: "Envie menos de uma vez. O que você digitou continua aqui.",
} as const;

/** The page of a request that waits for others (`server/http/busy-page.server.ts`). Not in the browser's catalogue. */
export const busy = {
  page: "Esta página tenta de novo sozinha em alguns segundos.",
  form: "Nada foi feito ainda e nada se perdeu. Envie de novo em alguns segundos.",
  secretForm:
    "Nada foi feito ainda. Por segurança, senhas e códigos não ficam guardados aqui: volte ao formulário e envie de novo.",
  backToForm: "Voltar ao formulário",
} as const;
