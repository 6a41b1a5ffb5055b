/** The slugs of the table `topics`; a test compares the two. */
export const topicSlugs = [
  "musica",
  "fotografia",
  "video-e-edicao",
  "costura-e-artesanato",
  "desenho-e-design",
  "culinaria",
  "casa-e-jardim",
  "saude-e-bem-estar",
  "esporte-e-danca",
  "beleza-e-moda",
  "idiomas",
  "programacao-e-tecnologia",
  "negocios-e-financas",
  "escola-e-ciencias",
] as const;

/** The family selects the fruit that is drawn beside it. */
export interface Topic {
  slug: string;
  name: string;
  family: "making" | "home" | "body" | "study";
}
