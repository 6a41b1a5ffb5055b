/** Statements in the shapes of four banks: the same three movements, and one that is no payout. */

/** A movement of an OFX file in SGML: type, day, amount, id, memo. */
export const transaction = ([type, day, amount, id, memo]: string[]) =>
  ["<STMTTRN>", `<TRNTYPE>${type}`, `<DTPOSTED>${day}100000[-03:EST]`, `<TRNAMT>${amount}`]
    .concat([`<FITID>${id}`, `<MEMO>${memo}`, "</STMTTRN>"])
    .join("\r\n");

/** SGML without closing tags, Windows-1252, CRLF, amounts with a comma: as Banco do Brasil and Itaú write it. */
export const sgml = Buffer.from(
  [
    ..."OFXHEADER:100,DATA:OFXSGML,VERSION:102,SECURITY:NONE,ENCODING:USASCII,CHARSET:1252,COMPRESSION:NONE".split(
      ",",
    ),
    "OLDFILEUID:NONE",
    "NEWFILEUID:NONE",
    "",
    "<OFX>",
    "<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20261123<LANGUAGE>POR</SONRS></SIGNONMSGSRSV1>",
    "<BANKMSGSRSV1><STMTTRNRS><TRNUID>1001<STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>0341<ACCTID>1234567890",
    "<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20261101<DTEND>20261123",
    ...[
      ["DEBIT", "20261123", "-1247,84", "20261123001", "PIX ENVIADO - INÊS GONÇALVES 23/11"],
      ["DEBIT", "20261123", "-642,20", "20261123002", "PIX TRANSF ALINE FERR23/11"],
      ["DEBIT", "20261123", "-99,90", "20261123003", "TARIFA PACOTE &amp; SERVIÇOS"],
      ["CREDIT", "20261124", "642,20", "20261124001", "PIX DEVOLVIDO ALINE FERR24/11"],
    ].map(transaction),
    "</BANKTRANLIST><LEDGERBAL><BALAMT>1000,00<DTASOF>20261123</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>",
  ].join("\r\n"),
  "latin1",
);

/** XML, UTF-8, all in one line, amounts with a point, the end-to-end id as number: as Nubank and Inter write it. */
export const xml = Buffer.from(
  `<?xml version="1.0" encoding="UTF-8" standalone="no"?><?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?><OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL</CURDEF><BANKACCTFROM><BANKID>0260</BANKID><ACCTID>123456-7</ACCTID></BANKACCTFROM><BANKTRANLIST><DTSTART>20261101000000[-3:BRT]</DTSTART>${[
    [
      "20261123",
      "-1247.84",
      "E18236120202611231412s0123456789",
      "Transferência enviada pelo Pix - Inês Gonçalves - •••.482.917-•• - NU PAGAMENTOS (0260)",
    ],
    [
      "20261123",
      "-642.20",
      "674a0b5e-0001-4a5c-9c5e-1f2e3d4c5b6a",
      "Transferência enviada pelo Pix - Aline Ferraz - aline.ferraz@exemplo.com.br",
    ],
    [
      "20261123",
      "-99.90",
      "674a0b5e-0002-4a5c-9c5e-1f2e3d4c5b6a",
      "Pagamento de boleto efetuado - ENERGIA &amp; CIA",
    ],
    [
      "20261124",
      "642.20",
      "D18236120202611241412s0123456789",
      "Estorno - Transferência enviada pelo Pix - Aline Ferraz",
    ],
  ]
    .map(
      ([day, amount, id, memo]) =>
        `<STMTTRN><TRNTYPE>${amount?.startsWith("-") ? "DEBIT" : "CREDIT"}</TRNTYPE><DTPOSTED>${day}000000[-3:BRT]</DTPOSTED><TRNAMT>${amount}</TRNAMT><FITID>${id}</FITID><MEMO>${memo}</MEMO></STMTTRN>`,
    )
    .join("")}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
);

/** CSV with commas, a BOM, quoted texts, amounts with a point and an id: as Nubank writes it. */
export const commaCsv = Buffer.from(
  `\uFEFF${[
    "Data,Valor,Identificador,Descrição",
    '23/11/2026,-1247.84,E18236120202611231412s0123456789,"Transferência enviada pelo Pix - Inês Gonçalves, •••.482.917-••"',
    "23/11/2026,-642.20,674a0b5e-0001,Transferência enviada pelo Pix - Aline Ferraz",
    '23/11/2026,-99.90,674a0b5e-0002,"Pagamento ""ENERGIA"""',
    "24/11/2026,642.20,674a0b5e-0003,Estorno - Transferência enviada pelo Pix - Aline Ferraz",
  ].join("\n")}\n`,
);

/** CSV with semicolons, a preamble, credit and debit columns and a balance, Windows-1252: as Bradesco writes it. */
export const columnsCsv = Buffer.from(
  [
    "Extrato de: Ag: 1234 | Conta: 0056789-0 | Entre 01/11/2026 e 24/11/2026",
    "",
    "Data;Histórico;Docto.;Crédito (R$);Débito (R$);Saldo (R$)",
    "23/11/2026;Transfe Pix Des: Ines Goncalves 23/11;1412345;;1.247,84;8.752,16",
    "23/11/2026;Transfe Pix Des: Aline Ferraz 23/11;1412346;;642,20;8.109,96",
    "23/11/2026;Tarifa Bancária Cesta;231126;;99,90;8.010,06",
    "24/11/2026;Dev Pix Rem: Aline Ferraz 24/11;1512347;642,20;;8.652,26",
    ";Total;;642,20;1.989,94;",
    "",
  ].join("\r\n"),
  "latin1",
);

/** CSV without titles, the date and the amount in Brazilian form: as Itaú writes it. */
export const bareCsv = Buffer.from(
  [
    "23/11/2026;PIX TRANSF INES GON23/11;-1247,84",
    "23/11/2026;PIX TRANSF ALINE FERR23/11;-642,20",
    "23/11/2026;TAR PACOTE;-99,90",
    "24/11/2026;DEV PIX ALINE FERR24/11;642,20",
  ].join("\r\n"),
  "latin1",
);

export const bankFiles = { sgml, xml, commaCsv, columnsCsv, bareCsv };
