import { z } from "zod";

/** Ids of files; an empty value removes the file. */
export const evidenceFileFields: readonly string[] = [
  "receipt",
  "customer_communication",
  "service_documentation",
  "refund_policy",
  "uncategorized_file",
];

/** https://docs.stripe.com/api/disputes/update. Submits by default. */
export const disputeParams = z.strictObject({
  evidence: z
    .strictObject(
      Object.fromEntries(
        [
          "uncategorized_text",
          "refund_refusal_explanation",
          "access_activity_log",
          "product_description",
          "refund_policy_disclosure",
          "service_date",
          "customer_name",
          "customer_email_address",
          ...evidenceFileFields,
        ].map((field) => [field, z.string().max(20_000).optional()]),
      ),
    )
    .default({})
    .transform((evidence) =>
      Object.fromEntries(
        Object.entries(evidence).flatMap(([field, text]) =>
          text === undefined ? [] : [[field, String(text)]],
        ),
      ),
    ),
  submit: z
    .enum(["true", "false"])
    .default("true")
    .transform((submit) => submit === "true"),
});
