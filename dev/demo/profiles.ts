/** In the order of `demoCreators`; each has a portrait in `portraits/`. */
export const demoProfiles = [
  {
    portrait: "marina-duarte",
    bio: "Professora de música e costureira. Gosta de começar do zero, sem pressa e sem palavra difícil.",
    links: ["https://exemplo.com.br/marina"],
  },
  {
    portrait: "joao-batista-reis",
    bio: "Professor de matemática e de inglês.\n\nTransforma conta, planilha e conversa em coisa do dia a dia.",
    links: ["https://exemplo.com.br/joao"],
  },
  {
    portrait: "lia-nakamura",
    bio: "Padeira e fotógrafa. Ensina em casa, com o que você já tem: forno comum, janela, celular e quinze minutos livres.",
    links: ["https://exemplo.com.br", "https://exemplo.com.br/receitas"],
  },
] as const;

/** Learners who only review: each buys the videos that they review. */
export const demoReviewers = [
  { fullName: "Beatriz Nogueira", email: "beatriz@demo.sabia.example" },
  { fullName: "Caio Fontes", email: "caio@demo.sabia.example" },
  { fullName: "Dalva Pires", email: "dalva@demo.sabia.example" },
  { fullName: "Edson Matos", email: "edson@demo.sabia.example" },
  { fullName: "Fernanda Rocha", email: "fernanda@demo.sabia.example" },
] as const;

/** By `demoReviewers`, most about the first video. `video`: asset of `demoVideos`; `days`: ago. */
export const demoReviews = [
  {
    who: 0,
    video: "violao-para-iniciantes",
    rating: 5,
    days: 2,
    text: "Toquei “Asa Branca” para a minha avó no domingo. Chorou ela, chorei eu.",
  },
  {
    who: 1,
    video: "violao-para-iniciantes",
    rating: 5,
    days: 9,
    text: "A parte da postura salvou meu pulso. Recomendo ver duas vezes.",
  },
  {
    who: 2,
    video: "violao-para-iniciantes",
    rating: 4,
    days: 15,
    text: "Ótimo começo. Queria mais exercícios de troca de acordes.",
    reply: "Boa ideia, Dalva! Estou gravando uma aula só de trocas.",
  },
  { who: 3, video: "violao-para-iniciantes", rating: 5, days: 21, text: "" },
  {
    who: 4,
    video: "violao-para-iniciantes",
    rating: 3,
    days: 33,
    text: "Bom, mas eu já sabia afinar e pulei a primeira metade.",
  },
  {
    who: 0,
    video: "pao-de-fermentacao-natural",
    rating: 5,
    days: 5,
    text: "Minha terceira tentativa de levain e a primeira que deu certo.\n\nA parte de ler a massa vale o vídeo.",
    reply: "Que alegria, Beatriz! No frio, dê mais duas horas antes de modelar.",
  },
  {
    who: 1,
    video: "pao-de-fermentacao-natural",
    rating: 5,
    days: 12,
    text: "Direto ao ponto, sem enrolação. A casca saiu igual à do vídeo.",
  },
  { who: 2, video: "fotografia-com-celular", rating: 5, days: 3, text: "Nunca mais usei flash." },
  { who: 3, video: "fotografia-com-celular", rating: 4, days: 18, text: "Simples e bem explicado." },
  { who: 4, video: "excel-do-zero", rating: 5, days: 7, text: "Meu orçamento cabe numa aba agora." },
  { who: 3, video: "costura-basica", rating: 4, days: 10, text: "Consertei duas calças no mesmo dia." },
  {
    who: 4,
    video: "yoga-em-15-minutos",
    rating: 5,
    days: 6,
    text: "Faço antes do trabalho, de meia mesmo. Parei de reclamar das costas.",
  },
] as const;
