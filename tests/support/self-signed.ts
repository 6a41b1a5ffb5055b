/** A certificate for localhost that signs itself, until 2126. Its key is public: nothing trusts it. */
export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgNbJe6lvh/P6Y4PtK
ui8QJDfoE1Kyrh/vYQoWkm53CrWhRANCAAT2oaWC50p+r/QMn4jsHTndPLCBeU+1
a+Vb4wQ/8rDIumEAfZyTdesA+/2LUeApI3ziaoFFwvwEMJA9jqiezKi/
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBfjCCASWgAwIBAgIURB1jtZrEzDCw68sBZ4UY7px3kjEwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzE5MzgyNVoYDzIxMjYxMDMw
MTkzODI1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAT2oaWC50p+r/QMn4jsHTndPLCBeU+1a+Vb4wQ/8rDIumEAfZyTdesA
+/2LUeApI3ziaoFFwvwEMJA9jqiezKi/o1MwUTAdBgNVHQ4EFgQUzEICzjO/UyEE
wrW4WmZRMbFqFGowHwYDVR0jBBgwFoAUzEICzjO/UyEEwrW4WmZRMbFqFGowDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiBM5mp7C0GVqGGzaT6DxFHp
1ZXEf2LCNTOofbuEcEJzmgIgDneUtdVuudxQG9dfnsQmmsnIVtGrwKEG+qgxi+f5
gCE=
-----END CERTIFICATE-----
`,
};
