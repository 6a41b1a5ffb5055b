export const guests = {
  title: "Convidados",
  intro:
    "Dê acesso de graça a jornalistas, parceiros ou alunos da sua turma. Convites não contam como vendas, e avaliações de convidados não entram na nota.",
  link: "Convidar pessoas de graça",
  emails: "E-mails dos convidados",
  hint: "Um por linha. Cada um recebe um link que vale uma vez. Até {{max}} por vídeo.",
  send: "Enviar convites",
  sending: "Enviando...",
  invited: "Convites enviados",
  revoked: "Convite cancelado",
  needed: "Escreva pelo menos um e-mail",
  invalid: "Há um e-mail inválido na lista. Escreva um por linha.",
  tooMany: "São no máximo 50 convidados por vídeo, contando quem já aceitou",
  tooManyToday: "Você já enviou muitos convites hoje. Continue amanhã.",
  fullToday: "Hoje não é possível enviar mais convites. Tente de novo amanhã.",
  revokedBefore:
    "Há na lista um e-mail cujo convite para este vídeo foi cancelado. Cada e-mail recebe um só convite por vídeo. Tire-o da lista.",
  unconfirmed:
    "Para convidar, confirme antes seu e-mail pelo link que enviamos (peça outro em Conta).",
  none: "Ninguém foi convidado ainda.",
  list: "Quem foi convidado",
  count: "{{count}} de {{max}}",
  invitedOn: "Convidado em {{date}}, ainda não aceitou",
  takenOn: "Aceitou em {{date}}",
  revoke: "Cancelar convite",
  endAccess: "Encerrar acesso",
  forgotten: "E-mail já apagado",
} as const;
