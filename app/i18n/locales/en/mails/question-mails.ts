export const questionMails = {
  someone: "A learner",
  video: "Video",
  moment: "Moment",
  question: "Question",
  more: "There are more: see all of them in your account.",
  questions: {
    subject: "A question about {{title}}",
    title: "{{name}} has a question.",
    press: "See and answer",
    daySubject: "Questions of {{day}}",
    dayText: "These are the questions that your learners asked on that day.",
    pressDay: "Answer",
  },
  answers: {
    subject: "An answer to your question about {{title}}",
    title: "{{name}} answered.",
    press: "See the answer",
    daySubject: "Answers of {{day}}",
    dayText: "These are the answers that your questions got on that day.",
    pressDay: "See the answers",
  },
} as const;
