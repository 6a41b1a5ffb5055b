export const pix = {
  hint: "CPF, CNPJ, e-mail, mobile number with area code or random key.",
  unknown: "Invalid Pix key. Use CPF, CNPJ, e-mail, mobile number with area code or random key.",
  digits: "Check the digits: a CPF has 11, a CNPJ has 14, a mobile number has an area code and 9 digits.",
  cpf: "Invalid CPF. Check the digits.",
  cnpj: "Invalid CNPJ. Check the digits and letters.",
  email: "Invalid e-mail. Check the address.",
  phone: "Invalid mobile number. Write the area code and 9 digits, e.g. (11) 98765-4321",
} as const;
