export const questionMails = {
  someone: "Um aluno",
  video: "Vídeo",
  moment: "Momento",
  question: "Pergunta",
  more: "Há mais: veja todas na sua conta.",
  questions: {
    subject: "Pergunta sobre {{title}}",
    title: "{{name}} tem uma pergunta.",
    press: "Ver e responder",
    daySubject: "Perguntas de {{day}}",
    dayText: "Estas são as perguntas que seus alunos fizeram no dia.",
    pressDay: "Responder",
  },
  answers: {
    subject: "Resposta à sua pergunta sobre {{title}}",
    title: "{{name}} respondeu.",
    press: "Ver a resposta",
    daySubject: "Respostas de {{day}}",
    dayText: "Estas são as respostas que suas perguntas receberam no dia.",
    pressDay: "Ver as respostas",
  },
} as const;
