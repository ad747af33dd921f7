import { Redacted } from "effect"
import { developmentSecret } from "../../domain/shared/developmentSecret.ts"
import { isLoopback } from "../../domain/shared/isLoopback.ts"
import { assistantResource, developmentIssuer } from "../developmentIssuer.ts"
import type { ConfigurationProblem } from "./ConfigurationInvalid.ts"
import { type Intent, storeOf, workersOf } from "./Intent.ts"
import { type Values, variables } from "./variables.ts"

/**
 * Whether traffic to `url` is protected from the network, or its host is explicitly allowed to be called in plaintext.
 */
export const isProtected = (url: string, allowed: ReadonlyArray<string>) => {
  const { protocol, hostname, password } = new URL(url)
  const isEncrypted = protocol === "https:" || protocol === "rediss:"
  const hasNothingToHide = protocol === "redis:" && password === ""
  return isEncrypted || hasNothingToHide || isLoopback(hostname) || allowed.includes(hostname.replace(/^\[|\]$/g, ""))
}

/** The rules that involve more than one variable. */
export const refusals = (values: Values, intent: Intent): ReadonlyArray<ConfigurationProblem> => {
  const problems: Array<ConfigurationProblem> = []
  const refuse = (name: string, problem: string) => problems.push({ name, problem })
  const { environment = "development" } = values
  const here = `when HUB_ENV=${environment}`
  const isServing = environment !== "development"

  type Text =
    | "memberIssuer"
    | "memberAudience"
    | "memberJwksUrl"
    | "operatorIssuer"
    | "operatorAudience"
    | "operatorJwksUrl"
  const checkIssuer = (...keys: readonly [issuer: Text, audience: Text, jwksUrl: Text]) => {
    const [issuer] = keys
    const isPartial = keys.some((key) => values[key] !== undefined)
    for (const key of keys.filter((key) => values[key] === undefined)) {
      if (isServing) refuse(variables[key].name, `is required ${here}`)
      else if (isPartial) refuse(variables[key].name, "is required when another variable of its issuer is set")
    }
    if (values[issuer] === developmentIssuer) refuse(variables[issuer].name, "must not be the development issuer")
  }
  checkIssuer("memberIssuer", "memberAudience", "memberJwksUrl")
  checkIssuer("operatorIssuer", "operatorAudience", "operatorJwksUrl")
  if (values.assistantIssuer === developmentIssuer) {
    refuse(variables.assistantIssuer.name, "must not be the development issuer")
  }
  if (values.assistantIssuer === undefined) {
    const dependent = (["assistantJwksUrl", ...(isServing ? (["assistantResource"] as const) : [])] as const).find(
      (key) => values[key] !== undefined
    )
    if (dependent !== undefined) {
      refuse(variables.assistantIssuer.name, `is required when ${variables[dependent].name} is set`)
    }
  } else if (values.assistantResource === undefined && values.publicUrl === undefined) {
    refuse(variables.assistantResource.name, "is required when HUB_ASSISTANT_OAUTH_ISSUER is set, unless PUBLIC_URL is")
  }
  const resource =
    values.assistantResource ?? (values.publicUrl === undefined ? undefined : assistantResource(values.publicUrl))
  for (const audience of ["memberAudience", "operatorAudience"] as const) {
    if (resource !== undefined && values[audience] === resource) {
      refuse(variables[audience].name, "must differ from HUB_ASSISTANT_RESOURCE: an audience has one kind of token")
    }
  }
  if (
    values.memberIssuer !== undefined &&
    values.memberIssuer === values.operatorIssuer &&
    values.memberAudience === values.operatorAudience
  ) {
    refuse(variables.operatorAudience.name, "must differ from HUB_MEMBER_AUDIENCE: one issuer, two kinds of token")
  }

  const checkProtected = (
    key:
      | "memberJwksUrl"
      | "operatorJwksUrl"
      | "assistantIssuer"
      | "assistantJwksUrl"
      | "coreApiUrl"
      | "identityProviderUrl"
      | "assistantUrl"
      | "redisUrl"
  ) => {
    const value = values[key]
    const url = Redacted.isRedacted(value) ? Redacted.value(value) : value
    if (url === undefined || isProtected(url, values.allowPlaintext ?? [])) return
    const needed = key === "redisUrl" ? "a rediss URL, or one without a password," : "an https URL"
    refuse(variables[key].name, `must be ${needed} ${here}, unless its host is loopback or in HUB_ALLOW_PLAINTEXT`)
  }

  if (isServing) {
    checkProtected("memberJwksUrl")
    checkProtected("operatorJwksUrl")
    // Its keys are fetched below the issuer, unless another address is set.
    checkProtected(values.assistantJwksUrl === undefined ? "assistantIssuer" : "assistantJwksUrl")
    checkProtected("coreApiUrl")
    checkProtected("identityProviderUrl")
    checkProtected("assistantUrl")
    checkProtected("redisUrl")
    if (values.assistant === "scripted") refuse(variables.assistant.name, `must not be scripted ${here}`)
    if (values.databaseUrl === undefined) refuse(variables.databaseUrl.name, `is required ${here}`)
    if (values.secret === undefined) refuse(variables.secret.name, `is required ${here}`)
    else if (Redacted.value(values.secret) === developmentSecret) {
      refuse(variables.secret.name, `must not be the development secret ${here}`)
    }
    if (values.formerSecrets?.some((former) => Redacted.value(former) === developmentSecret)) {
      refuse(variables.formerSecrets.name, `must not contain the development secret ${here}`)
    }
    if (intent.store === "embedded" || intent.store === "memory") refuse("--store", `must be postgres ${here}`)
    if (intent.demo) refuse("--demo", `is refused ${here}: the demo credentials are public`)
    if (intent.mint) refuse("hub token", `is refused ${here}: the development issuer is public`)
  } else if (intent.store === "postgres" && values.databaseUrl === undefined) {
    refuse(variables.databaseUrl.name, "is required by --store postgres")
  }

  if (workersOf(values, intent) > 1) {
    const name = intent.workers === undefined ? variables.workers.name : "--workers"
    const store = storeOf(values, intent)
    if (store !== "postgres") {
      refuse(name, `must be 1 with the ${store} store, of which each worker would have its own: set DATABASE_URL`)
    }
    if (values.testControls) {
      refuse(name, "must be 1 with HUB_TEST_CONTROLS: each worker would have a clock and faults of its own")
    }
  }
  if (environment === "production" && values.testControls)
    refuse(variables.testControls.name, `must not be set ${here}`)
  if (intent.serve && !isLoopback(values.host)) {
    if (values.environment === undefined) {
      refuse(
        variables.environment.name,
        `must be set when HOST (${values.host}) is not loopback: production, sandbox, or development, whose keys and issuer are public`
      )
    }
    if (values.testControls && values.testControlsToken === undefined) {
      refuse(
        variables.testControlsToken.name,
        `is required by HUB_TEST_CONTROLS when HOST (${values.host}) is not loopback`
      )
    }
  }
  if (values.coreApiKey !== undefined && values.coreApiUrl === undefined) {
    refuse(variables.coreApiUrl.name, "is required when CORE_API_KEY is set")
  }
  if (values.identityProviderKey !== undefined && values.identityProviderUrl === undefined) {
    refuse(variables.identityProviderUrl.name, "is required when IDENTITY_PROVIDER_KEY is set")
  }
  const needs = (key: keyof typeof variables, other: keyof typeof variables) => {
    if (values[key] !== undefined && values[other] === undefined) {
      refuse(variables[other].name, `is required when ${variables[key].name} is set`)
    }
  }
  needs("smtpUrl", "mailFrom")
  needs("mailFrom", "smtpUrl")
  needs("smsAccount", "smsToken")
  needs("smsAccount", "smsFrom")
  needs("smsToken", "smsAccount")
  needs("smsFrom", "smsAccount")
  needs("assistantUrl", "assistantModel")
  needs("assistantModel", "assistantUrl")
  needs("assistantKey", "assistantUrl")
  if (values.assistant === "provider" && values.assistantUrl === undefined) {
    refuse(variables.assistantUrl.name, "is required by HUB_ASSISTANT=provider")
  }
  if (values.assistantTimeoutMs !== undefined && values.assistantTimeoutMs >= values.requestTimeoutMs) {
    refuse(variables.assistantTimeoutMs.name, "must be less than HUB_REQUEST_TIMEOUT_MS")
  }
  if (isServing && (values.smtpUrl !== undefined || values.smsAccount !== undefined)) {
    if (values.inviteUrl === undefined && values.publicUrl === undefined) {
      refuse(variables.inviteUrl.name, `is required ${here} to send invites, unless PUBLIC_URL is set`)
    }
    if (!isProtected(values.smsUrl, values.allowPlaintext ?? [])) {
      refuse(
        variables.smsUrl.name,
        `must be an https URL ${here}, unless its host is loopback or in HUB_ALLOW_PLAINTEXT`
      )
    }
  }
  return problems
}
