export const law = {
  saved: "Saved videos",
  terms: "Terms of use",
  privacy: "Privacy policy",
  help: "Help",
  version: "Version of {{date}}",
  changed: "The terms of use and the privacy policy have changed. You can keep using Sabiá as before.",
  first: "Please read and accept Sabiá's terms of use and privacy policy.",
  read: "Read the terms",
  accept: "Accept",
  signingUpAccepts: "By creating an account you accept the",
  buyingAccepts: "By buying you accept the",
  andThe: "and the",
  withdrawal:
    "You have 7 days to cancel the purchase and get your money back (art. 49 of Brazil's consumer code).",
  contents: "On this page",
};
