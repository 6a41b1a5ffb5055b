/** The page of a link that gives access: said by the server. Not in the browser's catalogue. */
export const giftPage = {
  title: "Para você",
  guestTitle: "{{name}} convidou você",
  guestText: "Assista de graça, quando quiser. Fica na sua biblioteca.",
  giftTitle: "{{name}} te deu um presente",
  giftText: "Já está pago: assista quando quiser. Fica na sua biblioteca.",
  take: "Aceitar",
  login: "Entrar ou criar conta",
  loginText: "Falta só a sua conta: depois de entrar, você volta para cá.",
  yours: "Já é seu.",
  watch: "Assistir",
  taken: "Este link já foi usado por outra conta. Cada link vale uma vez.",
  gone: "Este link não vale mais. Peça outro a quem enviou.",
  unknown: "Confira o endereço: este link não existe.",
  own: "Este link é para outra pessoa: envie a quem você quer dar o acesso.",
  hasAlready: "Você já tem acesso. O link continua valendo para outra pessoa.",
  shop: "Ver os vídeos",
} as const;
