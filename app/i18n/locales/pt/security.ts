export const security = {
  profileTitle: "Nome e e-mail",
  profileText:
    "O nome muda na hora. Um novo e-mail só vale depois de confirmado pelo link que enviamos a ele.",
  newEmailHint: "Você continua entrando com {{email}} até confirmar o novo.",
  save: "Salvar",
  saving: "Salvando…",
  nameSaved: "Nome salvo.",
  emailAsked: "Confirme o novo e-mail",
  emailAskedText:
    "Se {{email}} puder ser usado, o link de confirmação chega em instantes. Até lá vale o e-mail atual.",
  nothingChanged: "Nada mudou.",
} as const;
