/** The demo accounts exist on this machine only. */
export const demoPassword = "sabia-demo";

export const demoCreators = [
  { fullName: "Marina Duarte", email: "marina@demo.sabia.example", pixKey: "marina@demo.sabia.example" },
  { fullName: "João Batista Reis", email: "joao@demo.sabia.example", pixKey: "+5531988880000" },
  { fullName: "Lia Nakamura", email: "lia@demo.sabia.example", pixKey: "lia@demo.sabia.example" },
] as const;

export const demoLearners = [
  { fullName: "Rafael Lima", email: "rafael@demo.sabia.example" },
  { fullName: "Cláudia Moreira", email: "claudia@demo.sabia.example" },
  { fullName: "Tiago Alves", email: "tiago@demo.sabia.example" },
] as const;

export const demoGooglePeople = [
  { sub: "demo-gabi", email: "gabi@demo.sabia.example", name: "Gabi Ferreira", emailVerified: true },
  { sub: "demo-marina", email: "marina@demo.sabia.example", name: "Marina Duarte", emailVerified: true },
] as const;

export const demoAdmin = { fullName: "Helena Prado", email: "admin@demo.sabia.example" } as const;

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

const guitarReply = "Boa ideia, Dalva! Estou gravando uma aula só de trocas.";
const breadReview =
  "Minha terceira tentativa de levain e a primeira que deu certo.\n\nA parte de ler a massa vale o vídeo.";

type Review = [who: number, rating: number, daysAgo: number, text: string, reply?: string];

/** By asset of `demoVideos`; `who`: index of `demoReviewers`. */
export const demoReviews: Record<string, Review[]> = {
  "violao-para-iniciantes": [
    [0, 5, 2, "Toquei “Asa Branca” para a minha avó no domingo. Chorou ela, chorei eu."],
    [1, 5, 9, "A parte da postura salvou meu pulso. Recomendo ver duas vezes."],
    [2, 4, 15, "Ótimo começo. Queria mais exercícios de troca de acordes.", guitarReply],
    [3, 5, 21, ""],
    [4, 3, 33, "Bom, mas eu já sabia afinar e pulei a primeira metade."],
  ],
  "pao-de-fermentacao-natural": [
    [0, 5, 5, breadReview, "Que alegria, Beatriz! No frio, dê mais duas horas antes de modelar."],
    [1, 5, 12, "Direto ao ponto, sem enrolação. A casca saiu igual à do vídeo."],
  ],
  "fotografia-com-celular": [
    [2, 5, 3, "Nunca mais usei flash."],
    [3, 4, 18, "Simples e bem explicado."],
  ],
  "excel-do-zero": [[4, 5, 7, "Meu orçamento cabe numa aba agora."]],
  "costura-basica": [[3, 4, 10, "Consertei duas calças no mesmo dia."]],
  "yoga-em-15-minutos": [[4, 5, 6, "Faço antes do trabalho, de meia mesmo. Parei de reclamar das costas."]],
};
