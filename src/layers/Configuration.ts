import { Context, Effect, Layer, type LogLevel, Redacted, Struct } from "effect"
import { developmentSecret } from "../domain/shared/developmentSecret.ts"
import { isLoopback } from "../domain/shared/isLoopback.ts"
import type { Environment } from "../domain/shared/Scalars.ts"
import { type AssistantSettings, assistantSettings } from "./configuration/assistantSettings.ts"
import { type AssistantIssuer, assistantIssuer } from "./configuration/assistantIssuer.ts"
import { ConfigurationInvalid, type ConfigurationProblem } from "./configuration/ConfigurationInvalid.ts"
import { type Intent, storeOf, workersOf } from "./configuration/Intent.ts"
import { isProtected, refusals } from "./configuration/refusals.ts"
import { unknownVariables } from "./configuration/unknownVariables.ts"
import type { Variable } from "./configuration/Variable.ts"
import { type Values, variables } from "./configuration/variables.ts"
import { poolOfEach } from "./configuration/workers.ts"

/** The issuer of one kind of token, and the address of its keys. */
export interface TokenIssuer {
  readonly issuer: string
  readonly audience: string
  readonly jwksUrl: string
}

/** An external system called over HTTP. */
export interface Upstream {
  readonly url: string
  readonly key: Redacted.Redacted | undefined
}

/** The mail server that sends invites. */
export interface SmtpSettings {
  readonly url: Redacted.Redacted
  readonly from: string
  /** Whether a server without STARTTLS is not used. */
  readonly requireTls: boolean
}

/** The provider that sends SMS. */
export interface SmsSettings {
  readonly url: string
  readonly account: string
  readonly token: Redacted.Redacted
  readonly from: string
}

/** The edge: the proxy that serves pages at customers' own hostnames. */
export interface EdgeSettings {
  /** Where customers point their hostnames. */
  readonly hostname: string
  /** The hostname of the service itself. */
  readonly ownHostname: string
  /** Absent: the edge calls from the same host. */
  readonly token: Redacted.Redacted | undefined
  /** Where the certificates of hostnames are checked. Absent: another system is responsible for them. */
  readonly address: { readonly host: string; readonly port: number } | undefined
  /** A file with the authorities that issue them. Absent: those of the system. */
  readonly authorities: string | undefined
}

/** The settings of this process, read once from the environment. Durations are milliseconds unless named otherwise. */
export class Configuration extends Context.Service<
  Configuration,
  {
    readonly environment: Environment
    /** Whether HUB_ENV is set; otherwise `environment` is the default. */
    readonly isEnvironmentSet: boolean
    /** What is wrong but does not prevent a start. */
    readonly warnings: ReadonlyArray<string>
    readonly host: string
    /** 0 picks any free port. */
    readonly port: number
    /** The number of processes that serve the port: 1, or the workers of one primary process. */
    readonly workers: number
    /** Without a trailing slash. Absent: clients use the address listened on. */
    readonly publicUrl: string | undefined
    readonly store: "embedded" | "postgres" | "memory"
    readonly databaseUrl: Redacted.Redacted | undefined
    readonly dataDirectory: string
    readonly redisUrl: Redacted.Redacted | undefined
    readonly secret: Redacted.Redacted
    /** Secrets that open and verify, but no longer seal or sign. */
    readonly formerSecrets: ReadonlyArray<Redacted.Redacted>
    /** Absent: the development issuer, which only development allows. */
    readonly memberTokens: TokenIssuer | undefined
    /** Absent: the development issuer, which only development allows. */
    readonly operatorTokens: TokenIssuer | undefined
    /** Absent: the assistant endpoint answers 503 (INT-036). */
    readonly assistantTokens: AssistantIssuer | undefined
    /** Absent: the brands of this database. */
    readonly coreApi: Upstream | undefined
    readonly coreApiTimeoutMs: number
    /** Absent: the keys of this database. */
    readonly identityProvider: Upstream | undefined
    /** Where the link of an invite leads. */
    readonly inviteUrl: string
    /** Absent: the mailbox in development, else no e-mail is sent. */
    readonly smtp: SmtpSettings | undefined
    /** Absent: the mailbox in development, else no SMS is sent. */
    readonly sms: SmsSettings | undefined
    /** The name servers that are asked for hostnames. Absent: those of the system. */
    readonly dnsServers: ReadonlyArray<string> | undefined
    readonly dnsTimeoutMs: number
    readonly edge: EdgeSettings
    /** The language model that answers the private questions of operators. */
    readonly assistant: AssistantSettings
    readonly messagingEnabled: boolean
    /** IP addresses and CIDR ranges. */
    readonly trustedProxies: ReadonlyArray<string>
    readonly bodyLimitBytes: number
    readonly requestTimeoutMs: number
    readonly databaseTimeoutMs: number
    /** The share of this process in the connections of all workers. */
    readonly databasePool: number
    readonly startTimeoutMs: number
    readonly shutdownGraceMs: number
    readonly shutdownTimeoutMs: number
    /** Whether this process takes part in the background jobs. */
    readonly jobs: boolean
    /** A cron expression in UTC. Absent: each job has its own. */
    readonly jobsCron: string | undefined
    readonly jobsLeaseSeconds: number
    readonly testControls: boolean
    /** Absent: requests to the test controls need none. */
    readonly testControlsToken: Redacted.Redacted | undefined
    /** Absent: `/metrics` is closed, except to callers on the same host in development. */
    readonly metricsToken: Redacted.Redacted | undefined
    readonly logLevel: LogLevel.LogLevel
    readonly otlpEndpoint: string | undefined
    /**
     * Requests per minute; but per hour those of invites (except `inviteAddress`) and `domainRetry`, and per 10 minutes
     * `domainRecheck`.
     */
    readonly limits: {
      readonly hubKey: number
      readonly hubTransition: number
      readonly operator: number
      readonly operatorWrites: number
      readonly partnerKey: number
      readonly partnerWrites: number
      readonly member: number
      readonly memberLookup: number
      readonly assistant: number
      readonly public: number
      readonly address: number
      readonly inviteAddress: number
      readonly inviteLink: number
      readonly inviteRecipient: number
      readonly inviteResend: number
      readonly domainRecheck: number
      readonly domainRetry: number
    }
    readonly keyCacheSeconds: number
  }
>()("hub/layers/Configuration") {}

const tokenIssuer = (
  issuer: string | undefined,
  audience: string | undefined,
  jwksUrl: string | undefined
): TokenIssuer | undefined =>
  issuer === undefined || audience === undefined || jwksUrl === undefined ? undefined : { issuer, audience, jwksUrl }

const upstream = (url: string | undefined, key: Redacted.Redacted | undefined): Upstream | undefined =>
  url === undefined ? undefined : { url, key }

/** An IPv6 address is in brackets in a URL. */
const urlHost = (host: string) => (host.includes(":") ? `[${host}]` : host)

const smtpSettings = ({ allowPlaintext, environment, mailFrom, smtpUrl }: Values): SmtpSettings | undefined => {
  if (smtpUrl === undefined || mailFrom === undefined) return undefined
  const isServing = (environment ?? "development") !== "development"
  return {
    url: smtpUrl,
    from: mailFrom,
    requireTls: isServing && !isProtected(Redacted.value(smtpUrl), allowPlaintext ?? [])
  }
}

const smsSettings = ({ smsAccount, smsFrom, smsToken, smsUrl }: Values): SmsSettings | undefined =>
  smsAccount === undefined || smsToken === undefined || smsFrom === undefined
    ? undefined
    : { url: smsUrl, account: smsAccount, token: smsToken, from: smsFrom }

const ownAddress = ({ host, port, publicUrl }: Values) => publicUrl ?? `http://${urlHost(host)}:${port}`

const edgeSettings = (values: Values): EdgeSettings => {
  const ownHostname = new URL(ownAddress(values)).hostname
  return {
    hostname: values.edgeHostname ?? ownHostname,
    ownHostname,
    token: values.edgeToken,
    address: values.edgeAddress,
    authorities: values.edgeAuthorities
  }
}

const configuration = (values: Values, intent: Intent, warnings: ReadonlyArray<string>) => {
  const workers = workersOf(values, intent)
  return Configuration.of({
    environment: values.environment ?? "development",
    isEnvironmentSet: values.environment !== undefined,
    warnings,
    host: values.host,
    port: values.port,
    workers,
    publicUrl: values.publicUrl,
    store: storeOf(values, intent),
    databaseUrl: values.databaseUrl,
    dataDirectory: values.dataDirectory,
    redisUrl: values.redisUrl,
    secret: values.secret ?? Redacted.make(developmentSecret),
    formerSecrets: [
      ...(values.formerSecrets ?? []),
      // The codes of the demo data are sealed under it.
      ...((values.environment ?? "development") === "development" ? [Redacted.make(developmentSecret)] : [])
    ],
    memberTokens: tokenIssuer(values.memberIssuer, values.memberAudience, values.memberJwksUrl),
    operatorTokens: tokenIssuer(values.operatorIssuer, values.operatorAudience, values.operatorJwksUrl),
    assistantTokens: assistantIssuer(values),
    coreApi: upstream(values.coreApiUrl, values.coreApiKey),
    coreApiTimeoutMs: values.coreApiTimeoutMs,
    identityProvider: upstream(values.identityProviderUrl, values.identityProviderKey),
    inviteUrl: values.inviteUrl ?? `${ownAddress(values)}/invite`,
    smtp: smtpSettings(values),
    sms: smsSettings(values),
    dnsServers: values.dnsServers,
    dnsTimeoutMs: values.dnsTimeoutMs,
    edge: edgeSettings(values),
    assistant: assistantSettings(values),
    messagingEnabled: values.messagingEnabled,
    trustedProxies: values.trustedProxies ?? [],
    bodyLimitBytes: values.bodyLimitBytes,
    requestTimeoutMs: values.requestTimeoutMs,
    databaseTimeoutMs: values.databaseTimeoutMs,
    databasePool: poolOfEach(values.databasePool, workers),
    startTimeoutMs: values.startTimeoutMs,
    shutdownGraceMs: values.shutdownGraceMs,
    // By then every request has been answered or has timed out.
    shutdownTimeoutMs: values.shutdownTimeoutMs ?? values.requestTimeoutMs + 5000,
    jobs: values.jobs,
    jobsCron: values.jobsCron,
    jobsLeaseSeconds: values.jobsLeaseSeconds,
    testControls: values.testControls,
    testControlsToken: values.testControlsToken,
    metricsToken: values.metricsToken,
    logLevel: values.logLevel,
    otlpEndpoint: values.otlpEndpoint,
    limits: {
      hubKey: values.limitHubKey,
      hubTransition: values.limitHubTransition,
      operator: values.limitOperator,
      operatorWrites: values.limitOperatorWrites,
      partnerKey: values.limitPartnerKey,
      partnerWrites: values.limitPartnerWrites,
      member: values.limitMember,
      memberLookup: values.limitMemberLookup,
      assistant: values.limitAssistant,
      public: values.limitPublic,
      address: values.limitAddress,
      inviteAddress: values.limitInviteAddress,
      inviteLink: values.limitInviteLink,
      inviteRecipient: values.limitInviteRecipient,
      inviteResend: values.limitInviteResend,
      domainRecheck: values.limitDomainRecheck,
      domainRetry: values.limitDomainRetry
    },
    keyCacheSeconds: values.keyCacheSeconds
  })
}

const warningsOf = (values: Values, intent: Intent, unknown: Effect.Success<typeof unknownVariables>) => {
  const warnings: Array<string> = []
  if (unknown.length > 0) {
    const names = unknown.map(({ name, nearest }) => `${name} (the nearest is ${nearest})`).join(", ")
    warnings.push(`Not a variable of hub, so ignored: ${names}`)
  }
  if (intent.serve && values.environment === "development" && !isLoopback(values.host)) {
    warnings.push(`This process serves development, whose keys and issuer are public, at ${values.host}`)
  }
  return warnings
}

interface Reading extends Struct.Lambda {
  <T>(variable: Variable<T>): Effect.Effect<T>
  readonly "~lambda.out": this["~lambda.in"] extends Variable<infer T> ? Effect.Effect<T> : never
}

/**
 * Reads and checks the environment for a command. Fails once, naming every invalid variable and option, but not their
 * values.
 */
export const readConfiguration = Effect.fnUntraced(function* (intent: Intent = {}) {
  const problems: Array<ConfigurationProblem> = []
  const reading = Struct.lambda<Reading>((variable) =>
    Effect.catch(variable.config, () => {
      problems.push({ name: variable.name, problem: `must be ${variable.expected}` })
      return Effect.succeed(variable.fallback)
    })
  )
  const variablesRead = yield* Effect.all(Struct.map(variables, reading))
  const values = { ...variablesRead, port: intent.port ?? variablesRead.port }
  const unread = new Set(problems.map(({ name }) => name))
  problems.push(...refusals(values, intent).filter(({ name }) => !unread.has(name)))
  const unknown = yield* unknownVariables
  if (values.environment === "production") {
    problems.push(...unknown.map(({ name, nearest }) => ({ name, problem: `is not a variable of hub; ${nearest} is` })))
  }
  if (problems.length > 0) return yield* new ConfigurationInvalid({ problems })
  return configuration(values, intent, warningsOf(values, intent, unknown))
})

/** Logs what a configuration warns of, a line each. */
export const logWarnings = ({ warnings }: Configuration["Service"]): Effect.Effect<void> =>
  Effect.forEach(warnings, (text) => Effect.logWarning(text), { discard: true })

/** The configuration for a command, whose warnings are logged, or the reasons it cannot start. */
export const layer = (intent: Intent = {}): Layer.Layer<Configuration, ConfigurationInvalid> =>
  Layer.effect(Configuration, Effect.tap(readConfiguration(intent), logWarnings))
