/** The texts of a Pix key, for people who are paid by one, creators and learners. */
export const pix = {
  hint: "CPF, CNPJ, e-mail, celular com DDD ou chave aleatória.",
  unknown: "Chave Pix inválida. Use CPF, CNPJ, e-mail, celular com DDD ou chave aleatória.",
  digits: "Confira os números: um CPF tem 11, um CNPJ tem 14, um celular tem DDD e 9 dígitos.",
  cpf: "CPF inválido. Confira os números.",
  cnpj: "CNPJ inválido. Confira os números e as letras.",
  email: "E-mail inválido. Confira o endereço.",
  phone: "Celular inválido. Escreva o DDD e 9 dígitos, ex: (11) 98765-4321",
} as const;
