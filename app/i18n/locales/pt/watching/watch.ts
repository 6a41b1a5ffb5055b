export const watch = {
  loginTitle: "Login necessário",
  loginText: "Faça login para assistir este vídeo",
  notFound: "Vídeo não encontrado",
  tooManyLinks: "Muitos pedidos de link em pouco tempo. O vídeo continua em instantes.",
  mustBuyTitle: "Você precisa comprar este vídeo",
  mustBuyText: "O acesso é liberado assim que o pagamento for confirmado.",
  buy: "Comprar por {{price}}",
  toMarketplace: "Voltar aos vídeos",
  processingTitle: "Pagamento em processamento",
  processingText: "Assim que o pagamento for confirmado, o vídeo aparece aqui.",
  processingBoleto:
    "Assim que o pagamento for confirmado, o vídeo aparece aqui. Um boleto leva até dois dias úteis.",
  cancelled: "Pagamento não concluído. Nada foi cobrado.",
  encodingTitle: "Este vídeo está sendo preparado",
  encodingText: "Ele aparece aqui assim que o processamento terminar, em geral em poucos minutos.",
  encodingPercent: "Processando… {{percent}}%",
  refresh: "Verificar de novo",
  paid: "Pagamento confirmado. Boa aula!",
  disputedTitle: "Esta compra está em contestação",
  disputedText:
    "Seu banco contestou o pagamento deste vídeo. O acesso fica suspenso até ele decidir: se a contestação for encerrada a nosso favor, o vídeo volta a aparecer aqui.",
  refunded:
    "Sua compra deste vídeo foi reembolsada, por isso o acesso terminou. Para assistir de novo, compre outra vez.",
  buyConverting:
    "Este vídeo ainda está sendo convertido e, por enquanto, pode não tocar em todos os navegadores.",
  buyFormat:
    "O formato deste vídeo não toca em todos os navegadores. Antes de comprar, considere que ele pode não tocar no seu.",
  buyDoubt: "Pode não tocar em todos os navegadores",
} as const;
