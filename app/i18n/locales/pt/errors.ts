export const errors = {
  notFoundTitle: "404",
  notFound: "Ops! Página não encontrada",
  returnHome: "Voltar ao início",
  title: "Algo deu errado",
  text: "A falha é nossa e já foi registrada. Tente de novo em instantes.",
  requestId: "Código do erro: {{id}}",
  tooLarge: "O que você enviou é grande demais.",
} as const;
