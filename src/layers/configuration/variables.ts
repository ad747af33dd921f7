import { Environment } from "../../domain/shared/Scalars.ts"
import { assistantVariables } from "./assistantVariables.ts"
import { deliveryVariables } from "./deliveryVariables.ts"
import { domainVariables } from "./domainVariables.ts"
import { issuerVariables } from "./issuerVariables.ts"
import { limitVariables } from "./limitVariables.ts"
import * as Rule from "./Rule.ts"
import { optional, secret, secrets, variable } from "./Variable.ts"
import { workers } from "./workers.ts"

const milliseconds = Rule.integer(1, 3_600_000)

/** Every variable that the process reads, in documentation order. */
export const variables = {
  environment: optional(
    "HUB_ENV",
    Rule.oneOf(Environment),
    "`development`",
    "Where this process runs. `production` and `sandbox` refuse to start without database, secret and issuers, and refuse the development issuer and demo data. `development` must be set explicitly to serve at an address that is not loopback, or a database with production keys"
  ),
  host: variable("HOST", Rule.host, "127.0.0.1", "Address to listen on"),
  port: variable("PORT", Rule.integer(0, 65_535), "8080", "Port to listen on; 0 takes any free one"),
  workers: variable(
    "HUB_WORKERS",
    workers,
    "1",
    "Processes that `hub serve` serves with at PORT, on one PostgreSQL; `auto` is one on each core. `--workers` overrides it"
  ),
  publicUrl: optional(
    "PUBLIC_URL",
    Rule.baseUrl,
    "the address listened on",
    "Address at which clients reach the service"
  ),
  databaseUrl: secret(
    optional("DATABASE_URL", Rule.postgresUrl, "the embedded database", "PostgreSQL to keep everything in")
  ),
  dataDirectory: variable("HUB_DATA_DIR", Rule.text, "./.hub", "Directory of the embedded database"),
  redisUrl: secret(
    optional(
      "REDIS_URL",
      Rule.redisUrl,
      "limits are counted in each process, those of workers in the process that started them",
      "Redis that counts rate limits for all processes"
    )
  ),
  secret: secret(
    optional(
      "HUB_SECRET",
      Rule.listedSecret(32),
      "in development, a fixed one",
      "Authenticates cursors, hashes codes, encrypts stored secrets. Every process of a deployment has the same"
    )
  ),
  formerSecrets: secrets(
    optional(
      "HUB_FORMER_SECRETS",
      Rule.secrets(32),
      "none",
      "Former values of `HUB_SECRET`, which still open what they sealed and verify what they signed. `hub rotate secret` seals everything stored under `HUB_SECRET`"
    )
  ),
  ...issuerVariables,
  coreApiUrl: optional("CORE_API_URL", Rule.baseUrl, "brands of this database", "Core API that owns the brands"),
  coreApiKey: secret(optional("CORE_API_KEY", Rule.secret(1), "none", "Key sent to the core API")),
  coreApiTimeoutMs: variable(
    "CORE_API_TIMEOUT_MS",
    milliseconds,
    "3000",
    "Longest wait for one answer of the core API"
  ),
  identityProviderUrl: optional(
    "IDENTITY_PROVIDER_URL",
    Rule.baseUrl,
    "keys of this database",
    "Identity provider that decides about hub keys"
  ),
  identityProviderKey: secret(
    optional("IDENTITY_PROVIDER_KEY", Rule.secret(1), "none", "Key sent to the identity provider")
  ),
  ...deliveryVariables,
  ...domainVariables,
  ...assistantVariables,
  messagingEnabled: variable(
    "HUB_MESSAGING_ENABLED",
    Rule.boolean,
    "true",
    "When false, messaging answers 503 `messaging_disabled`"
  ),
  trustedProxies: optional(
    "HUB_TRUSTED_PROXIES",
    Rule.addresses,
    "none",
    "Proxies whose `X-Forwarded-For` is believed when a caller's address is counted"
  ),
  bodyLimitBytes: variable(
    "HUB_BODY_LIMIT_BYTES",
    Rule.integer(1024, 104_857_600),
    "65536",
    "Largest request body; above it the answer is 413, on the hub 400. A form, and an upload of codes, has the limit of its endpoint"
  ),
  requestTimeoutMs: variable("HUB_REQUEST_TIMEOUT_MS", milliseconds, "15000", "Longest a request may take"),
  databaseTimeoutMs: variable("HUB_DATABASE_TIMEOUT_MS", milliseconds, "5000", "Longest a statement may take"),
  databasePool: variable(
    "HUB_DATABASE_POOL",
    Rule.integer(2, 1000),
    "16",
    "Most connections to PostgreSQL for requests and jobs: two thirds for transactions, each of which has one to itself, the rest shared by what is read outside of them. Beside them one listens for changed keys, one for changed pages, and with `HUB_JOBS` two hold this process's part in the jobs. Workers share the number, with at least 4 for each; what is beside it each of them has"
  ),
  startTimeoutMs: variable(
    "HUB_START_TIMEOUT_MS",
    milliseconds,
    "60000",
    "Longest that `hub serve` waits at its start for a PostgreSQL that is away: alive on `/livez`, and 503 elsewhere"
  ),
  shutdownGraceMs: variable(
    "HUB_SHUTDOWN_GRACE_MS",
    Rule.integer(0, 600_000),
    "1000",
    "How long the process goes on serving when it is told to stop: `/readyz` answers 503, and every answer closes its connection. Longer than balancers take to notice"
  ),
  shutdownTimeoutMs: optional(
    "HUB_SHUTDOWN_TIMEOUT_MS",
    milliseconds,
    "5 s more than HUB_REQUEST_TIMEOUT_MS",
    "Longest that requests in flight may take to finish after that"
  ),
  jobs: variable("HUB_JOBS", Rule.boolean, "true", "When false, this process takes no part in the background jobs"),
  jobsCron: optional(
    "HUB_JOBS_CRON",
    Rule.cron,
    "each job has its own schedule",
    "When every job is due, in UTC, with or without seconds; for tests"
  ),
  jobsLeaseSeconds: variable(
    "HUB_JOBS_LEASE_SECONDS",
    Rule.integer(3, 600),
    "30",
    "How long the jobs of a process that died wait for another. Every process of a deployment has the same"
  ),
  testControls: variable(
    "HUB_TEST_CONTROLS",
    Rule.boolean,
    "0",
    "1 mounts `/__test/*` (clock, faults, jobs, outbox, DNS, reset); refused in production, and at an address that is not loopback without HUB_TEST_CONTROLS_TOKEN"
  ),
  testControlsToken: secret(
    optional(
      "HUB_TEST_CONTROLS_TOKEN",
      Rule.secret(16),
      "none, so anyone on this machine can use them",
      "Bearer token that requests to `/__test/*` must carry"
    )
  ),
  allowPlaintext: optional(
    "HUB_ALLOW_PLAINTEXT",
    Rule.hosts,
    "none",
    "Hosts that production and sandbox may call over http, or over redis with a password, although they are not loopback"
  ),
  metricsToken: secret(
    optional(
      "HUB_METRICS_TOKEN",
      Rule.secret(16),
      "`/metrics` answers 404, in development only to other hosts",
      "Bearer token that `/metrics` requires"
    )
  ),
  logLevel: variable("HUB_LOG_LEVEL", Rule.logLevel, "Info", "Least severe entries that are logged"),
  otlpEndpoint: optional(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    Rule.baseUrl,
    "nothing is exported",
    "Collector of traces, metrics and logs (OTLP over HTTP)"
  ),
  ...limitVariables,
  keyCacheSeconds: variable(
    "HUB_KEY_CACHE_SECONDS",
    Rule.integer(0, 60),
    "20",
    "How long a looked-up key may be reused, so a revoked key stops at most this much later"
  )
}

/** The variables as a markdown table, for `docs/configuration.md`. */
export const configurationTable = (): string =>
  [
    "| Variable | Value | Default | Meaning |",
    "|---|---|---|---|",
    ...Object.values(variables).map(
      ({ name, expected, secret, default: byDefault, meaning }) =>
        `| \`${name}\` | ${expected}${secret ? " (secret)" : ""} | ${byDefault} | ${meaning} |`
    )
  ].join("\n")

/** The values by variable; an invalid one is replaced by its default. */
export type Values = { readonly [K in keyof typeof variables]: (typeof variables)[K]["fallback"] }
