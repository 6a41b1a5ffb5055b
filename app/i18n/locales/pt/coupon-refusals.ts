/** Why a video's page does not take the coupon of its address: the server writes them into the page. */
export const couponRefusals = {
  couponUnknown: "Confira o código: não há um cupom assim para este vídeo.",
  couponOtherVideo: "Ele vale para outros vídeos deste criador.",
  couponEarly: "Ele ainda não está valendo.",
  couponOver: "O prazo dele terminou.",
  couponUsedUp: "Todos os usos dele já foram feitos.",
  couponUsed: "Você já usou este cupom.",
  couponFirstOnly: "Ele vale só para a primeira compra.",
  couponTooLow: "Com ele o preço ficaria abaixo do menor valor que podemos cobrar, R$ 0,50.",
} as const;
