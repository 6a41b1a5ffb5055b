export const saved = {
  title: "Vídeos guardados",
  inAccount: "Avisamos por e-mail quando o preço de um deles cai.",
  inBrowser: "Eles ficam neste navegador. Com uma conta, vão com você e avisamos quando um preço cai.",
  logIn: "Entrar",
  none: "Nada guardado ainda",
  noneText: "Na página de um vídeo, toque em Guardar para depois.",
  toVideos: "Ver vídeos",
  drop: "Tirar da lista",
  saved: "Guardado para depois",
  dropped: "Vídeo tirado da lista",
  full: "Sua lista está cheia",
  fullText: "Tire um vídeo da lista para guardar outro.",
} as const;
