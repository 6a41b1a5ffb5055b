export const watch = {
  loginTitle: "Login necessário",
  loginText: "Faça login para assistir este vídeo",
  notFound: "Vídeo não encontrado",
  expires: "O link de acesso a este vídeo expira em 1 hora.",
  loadFailed: "Erro ao carregar vídeo",
  linkFailed: "Não foi possível gerar link de acesso",
  mustBuyTitle: "Você precisa comprar este vídeo",
  mustBuyText: "O acesso é liberado assim que o pagamento for confirmado.",
  buy: "Comprar por {{price}}",
  toMarketplace: "Voltar aos vídeos",
  processingTitle: "Pagamento em processamento",
  processingText:
    "Assim que o pagamento for confirmado, o vídeo aparece aqui. Boletos levam cerca de um dia útil.",
  refresh: "Verificar de novo",
  paid: "Pagamento confirmado. Boa aula!",
  converting:
    "Este vídeo ainda está sendo convertido e pode não tocar neste navegador. Se não tocar, volte em alguns minutos.",
  formatDoubt: "O formato deste vídeo não toca em todos os navegadores. Se não tocar neste, tente em outro.",
  player: "Vídeo: {{title}}",
} as const;
