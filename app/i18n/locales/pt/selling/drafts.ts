export const drafts = {
  saving: "Salvando…",
  saved: "Tudo salvo",
  saveAnyway: "Salvar mesmo assim",
  deleteQuestion: "O vídeo e o que foi preenchido serão apagados.",
  deleteConfirm: "Excluir",
  unreached: "Sem conexão. Salvamos assim que ela voltar.",
  signIn: "Sua sessão terminou. Entre de novo na outra aba: o que está aqui é salvo em seguida.",
  changed: "Este vídeo foi alterado em outra aba ou aparelho. Salvar aqui substitui o que está lá.",
  gone: "Este vídeo já foi publicado ou excluído.",
  tooMany: "Você já tem 20 vídeos não publicados. Publique ou exclua um deles antes de começar outro.",
  tooLong: "O texto é longo demais. Encurte a descrição.",
} as const;
