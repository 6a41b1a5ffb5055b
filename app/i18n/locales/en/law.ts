export const law = {
  terms: "Terms of use",
  privacy: "Privacy policy",
  help: "Help",
  version: "Version of {{date}}",
  changed: "The terms of use and the privacy policy have changed. You can go on using Sabiá as before.",
  read: "Read the terms",
  accept: "Accept",
  contents: "On this page",
};
