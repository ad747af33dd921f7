import { Environment } from "../../domain/shared/Scalars.ts"
import { assistantVariables } from "./assistantVariables.ts"
import { deliveryVariables } from "./deliveryVariables.ts"
import { domainVariables } from "./domainVariables.ts"
import { issuerVariables } from "./issuerVariables.ts"
import { limitVariables } from "./limitVariables.ts"
import * as Rule from "./Rule.ts"
import { optional, secret, secrets, variable } from "./Variable.ts"
import { workers } from "./workers.ts"

const environmentElsewhere = (name: string) =>
  optional(
    name,
    Rule.anyText,
    "none",
    "The environment as other software names it. Only `HUB_ENV` sets that of this process, but `HUB_TEST_CONTROLS` is refused if this is `production`"
  )

const milliseconds = Rule.integer(1, 3_600_000)

/** Every variable that the process reads, in documentation order. */
export const variables = {
  environment: optional(
    "HUB_ENV",
    Rule.oneOf(Environment),
    "`development`",
    "Where this process runs. `production` and `sandbox` refuse to start without database, secret and issuers, and refuse the development issuer and demo data. `development` must be set explicitly to listen on an address that is not loopback, or to serve a database with production keys"
  ),
  host: variable("HOST", Rule.host, "127.0.0.1", "Address to listen on"),
  port: variable("PORT", Rule.integer(0, 65_535), "8080", "Port to listen on; 0 takes any free one"),
  workers: variable(
    "HUB_WORKERS",
    workers,
    "1",
    "How many processes `hub serve` starts to share PORT, on one PostgreSQL; `auto` starts one per core. `--workers` overrides it"
  ),
  publicUrl: optional("PUBLIC_URL", Rule.baseUrl, "the address listened on", "URL at which clients reach the service"),
  databaseUrl: secret(
    optional("DATABASE_URL", Rule.postgresUrl, "the embedded database", "PostgreSQL database that stores everything")
  ),
  dataDirectory: variable("HUB_DATA_DIR", Rule.text, "./.hub", "Directory of the embedded database"),
  redisUrl: secret(
    optional(
      "REDIS_URL",
      Rule.redisUrl,
      "each process counts its own; workers share the counts of the process that started them",
      "Redis that counts rate limits for all processes"
    )
  ),
  secret: secret(
    optional(
      "HUB_SECRET",
      Rule.listedSecret(32),
      "in development, a fixed one",
      "Authenticates cursors, hashes codes, encrypts stored secrets. Must be the same in every process of a deployment"
    )
  ),
  formerSecrets: secrets(
    optional(
      "HUB_FORMER_SECRETS",
      Rule.secrets(32),
      "none",
      "Former values of `HUB_SECRET`, which still decrypt and verify. `hub rotate secret` re-encrypts everything stored under the current `HUB_SECRET`"
    )
  ),
  ...issuerVariables,
  coreApiUrl: optional("CORE_API_URL", Rule.baseUrl, "brands of this database", "Core API that owns the brands"),
  coreApiKey: secret(optional("CORE_API_KEY", Rule.secret(1), "none", "Key sent to the core API")),
  coreApiTimeoutMs: variable("CORE_API_TIMEOUT_MS", milliseconds, "3000", "Timeout of one request to the core API"),
  identityProviderUrl: optional(
    "IDENTITY_PROVIDER_URL",
    Rule.baseUrl,
    "keys of this database",
    "Identity provider that verifies hub keys"
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
    "Proxies whose `X-Forwarded-For` is trusted as the caller's address in rate limits"
  ),
  bodyLimitBytes: variable(
    "HUB_BODY_LIMIT_BYTES",
    Rule.integer(1024, 104_857_600),
    "65536",
    "Largest request body; a larger one is answered with 413, by the hub API with 400. Forms and uploads of codes have the limits of their endpoints"
  ),
  requestTimeoutMs: variable("HUB_REQUEST_TIMEOUT_MS", milliseconds, "15000", "Timeout of a request"),
  databaseTimeoutMs: variable("HUB_DATABASE_TIMEOUT_MS", milliseconds, "5000", "Timeout of a database statement"),
  databasePool: variable(
    "HUB_DATABASE_POOL",
    Rule.integer(2, 1000),
    "16",
    "Most connections to PostgreSQL for requests and jobs: two thirds serve one transaction each, the rest are shared by reads outside transactions. In addition, one listens for changed keys, one for changed pages, and with `HUB_JOBS` two run this process's share of the jobs. Workers divide the number among them, with at least 4 each; the additional connections are per worker"
  ),
  startTimeoutMs: variable(
    "HUB_START_TIMEOUT_MS",
    milliseconds,
    "60000",
    "How long `hub serve` waits at startup for an unavailable PostgreSQL, answering 200 on `/livez` and 503 elsewhere"
  ),
  shutdownGraceMs: variable(
    "HUB_SHUTDOWN_GRACE_MS",
    Rule.integer(0, 600_000),
    "1000",
    "How long the process continues to serve after a signal to stop, with 503 on `/readyz` and every response closing its connection. Set it longer than load balancers take to notice"
  ),
  shutdownTimeoutMs: optional(
    "HUB_SHUTDOWN_TIMEOUT_MS",
    milliseconds,
    "5 s more than HUB_REQUEST_TIMEOUT_MS",
    "How long requests in flight may then take to finish"
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
    "How long until another process takes over the jobs of one that died. Must be the same in every process of a deployment"
  ),
  testControls: variable(
    "HUB_TEST_CONTROLS",
    Rule.boolean,
    "0",
    "1 mounts `/__test/*` (clock, faults, jobs, outbox, DNS, reset). Refused if `HUB_ENV`, `NODE_ENV` or `ENV` says `production`, and on an address that is not loopback without HUB_TEST_CONTROLS_TOKEN"
  ),
  testControlsToken: secret(
    optional(
      "HUB_TEST_CONTROLS_TOKEN",
      Rule.secret(16),
      "none, so anyone on this machine can use them",
      "Bearer token that requests to `/__test/*` must carry"
    )
  ),
  environmentOfNode: environmentElsewhere("NODE_ENV"),
  environmentOfOthers: environmentElsewhere("ENV"),
  allowPlaintext: optional(
    "HUB_ALLOW_PLAINTEXT",
    Rule.hosts,
    "none",
    "Hosts other than loopback that production and sandbox may call over http, or over redis with a password"
  ),
  metricsToken: secret(
    optional(
      "HUB_METRICS_TOKEN",
      Rule.secret(16),
      "`/metrics` answers 404, in development only to other hosts",
      "Bearer token that `/metrics` requires"
    )
  ),
  logLevel: variable("HUB_LOG_LEVEL", Rule.logLevel, "Info", "Lowest level that is logged"),
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
    "How long a key is cached, so a revoked key stops working at most this much later"
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
