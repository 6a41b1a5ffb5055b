import { execFile } from "node:child_process";
import { PutBucketCorsCommand, PutBucketLifecycleConfigurationCommand, S3Client } from "@aws-sdk/client-s3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bundleScripts } from "../support/bundle";
import { type S3Server, startS3Server } from "../support/s3/s3-server";

const source = "dev/storage/set-up-storage.ts";
const { [source]: script } = await bundleScripts(source);

let server: S3Server;
beforeEach(async () => {
  server = await startS3Server();
});
afterEach(() => server.close());

const appUrl = "https://sabia.example";
const writes = () => server.calls().filter(({ operation }) => operation.startsWith("Put"));

/** `npm run storage:setup`, as it is run. */
function setUp(changes: Record<string, string | undefined> = {}) {
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: "test",
    PATH: process.env.PATH,
    APP_URL: appUrl,
    ...server.variables,
    ...changes,
  };
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, [script], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, output: stdout + stderr });
    });
  });
}

test("the set-up lets the site's pages read parts and ends unfinished uploads, and writes nothing when repeated", async () => {
  const first = await setUp();
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining(`from ${appUrl}: set`) });
  expect(first.output).toContain("after 8 days: set");
  const { cors, lifecycle } = server.bucketSettings();
  expect(cors).toContain(`<AllowedOrigin>${appUrl}</AllowedOrigin>`);
  expect([...(cors ?? "").matchAll(/<AllowedMethod>(\w+)</g)].map(([, method]) => method)).toEqual([
    "GET",
    "HEAD",
  ]);
  expect(cors).toContain("<AllowedHeader>Range</AllowedHeader>");
  expect(cors).toContain("<ExposeHeader>Content-Range</ExposeHeader>");
  expect(lifecycle).toContain("<DaysAfterInitiation>8</DaysAfterInitiation>");
  expect(lifecycle).not.toContain("Expiration");
  expect(writes()).toHaveLength(2);

  const second = await setUp();
  expect(second.output.match(/: unchanged/g)).toHaveLength(2);
  expect(writes()).toHaveLength(2);
});

test("the set-up keeps other rules, corrects its own, and reports a rule that ends uploads too early", async () => {
  const client = new S3Client({
    ...server.settings,
    forcePathStyle: true,
    credentials: server.settings,
  });
  const Bucket = server.settings.bucket;
  const CORSRules = [
    { AllowedOrigins: ["https://other.example"], AllowedMethods: ["PUT"] },
    { AllowedOrigins: [appUrl], AllowedMethods: ["GET", "PUT"], AllowedHeaders: ["*"] },
  ];
  await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }));
  const Rules = [
    {
      ID: "theirs",
      Status: "Enabled" as const,
      Filter: { Prefix: "" },
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
    },
  ];
  const LifecycleConfiguration = { Rules };
  await client.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration }));
  client.destroy();

  const { code, output } = await setUp();
  expect(code).toBe(0);
  expect(output).toContain('rule "theirs" ends them sooner');
  const { cors, lifecycle } = server.bucketSettings();
  expect(cors).toContain("https://other.example");
  expect(cors?.match(/<CORSRule>/g)).toHaveLength(2);
  expect(cors).not.toContain("<AllowedHeader>*<");
  expect(lifecycle).toContain("theirs");
  expect(lifecycle?.match(/<Rule>/g)).toHaveLength(2);
});

test("the set-up names all missing settings, and sends no request", async () => {
  const { code, output } = await setUp({ S3_BUCKET: undefined, S3_SECRET_ACCESS_KEY: "", APP_URL: "sabia" });
  expect(code).toBe(2);
  expect(output).toContain("Nothing was changed");
  for (const line of ["S3_BUCKET: missing", "S3_SECRET_ACCESS_KEY: missing", "APP_URL: not as it should be"])
    expect(output).toContain(line);
  expect(server.calls()).toEqual([]);
});

test("credentials without the rights are reported with the missing ones, and without a secret", async () => {
  const { code, output } = await setUp({ S3_SECRET_ACCESS_KEY: "not-the-secret" });
  expect(code).toBe(1);
  expect(output).toContain("SignatureDoesNotMatch");
  expect(output).toContain("s3:PutBucketCORS");
  expect(output).not.toContain("not-the-secret");
  expect(server.bucketSettings()).toEqual({ cors: undefined, lifecycle: undefined });
});
