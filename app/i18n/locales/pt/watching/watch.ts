export const watch = {
  loginTitle: "Login necessário",
  loginText: "Faça login para assistir este vídeo",
  notFound: "Vídeo não encontrado",
  tooManyLinks: "Muitos pedidos de link em pouco tempo. O vídeo continua em instantes.",
  buy: "Comprar por {{price}}",
  toMarketplace: "Voltar aos vídeos",
  refresh: "Verificar de novo",
  paid: "Pagamento confirmado. Boa aula!",
  buyConverting:
    "Este vídeo ainda está sendo convertido e, por enquanto, pode não tocar em todos os navegadores.",
  buyFormat:
    "O formato deste vídeo não toca em todos os navegadores. Antes de comprar, considere que ele pode não tocar no seu.",
  buyUnreadable: "O arquivo deste vídeo está danificado ou incompleto e pode não tocar.",
  buyDoubt: "Pode não tocar em todos os navegadores",
} as const;
