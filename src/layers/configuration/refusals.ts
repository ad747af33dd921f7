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

/** What the rules look at, and how they object. */
interface Checked {
  readonly values: Values
  readonly intent: Intent
  /** Whether the environment is other than development. */
  readonly isServing: boolean
  /** The environment, as the end of a problem. */
  readonly here: string
  readonly refuse: (name: string, problem: string) => void
}

type Issuer = readonly [
  issuer: "memberIssuer" | "operatorIssuer",
  audience: "memberAudience" | "operatorAudience",
  jwksUrl: "memberJwksUrl" | "operatorJwksUrl"
]

const checkIssuer = ({ here, isServing, refuse, values }: Checked, keys: Issuer) => {
  const [issuer] = keys
  const isPartial = keys.some((key) => values[key] !== undefined)
  for (const key of keys.filter((key) => values[key] === undefined)) {
    if (isServing) refuse(variables[key].name, `is required ${here}`)
    else if (isPartial) refuse(variables[key].name, "is required when another variable of its issuer is set")
  }
  if (values[issuer] === developmentIssuer) refuse(variables[issuer].name, "must not be the development issuer")
}

const checkAssistantIssuer = ({ isServing, refuse, values }: Checked) => {
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
}

/** A token must be of one kind: no two kinds share an issuer and an audience. */
const checkAudiences = ({ refuse, values }: Checked) => {
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
}

const checkProtected = ({ here, refuse, values }: Checked) => {
  const urls = [
    "memberJwksUrl",
    "operatorJwksUrl",
    // Its keys are fetched below the issuer, unless another address is set.
    values.assistantJwksUrl === undefined ? "assistantIssuer" : "assistantJwksUrl",
    "coreApiUrl",
    "identityProviderUrl",
    "assistantUrl",
    "redisUrl"
  ] as const
  for (const key of urls) {
    const value = values[key]
    const url = Redacted.isRedacted(value) ? Redacted.value(value) : value
    if (url === undefined || isProtected(url, values.allowPlaintext ?? [])) continue
    const needed = key === "redisUrl" ? "a rediss URL, or one without a password," : "an https URL"
    refuse(variables[key].name, `must be ${needed} ${here}, unless its host is loopback or in HUB_ALLOW_PLAINTEXT`)
  }
}

const checkSecrets = ({ here, refuse, values }: Checked) => {
  if (values.secret === undefined) refuse(variables.secret.name, `is required ${here}`)
  else if (Redacted.value(values.secret) === developmentSecret) {
    refuse(variables.secret.name, `must not be the development secret ${here}`)
  }
  if (values.formerSecrets?.some((former) => Redacted.value(former) === developmentSecret)) {
    refuse(variables.formerSecrets.name, `must not contain the development secret ${here}`)
  }
}

/** What only development allows. */
const checkServing = (checked: Checked) => {
  const { here, intent, refuse, values } = checked
  checkProtected(checked)
  if (values.assistant === "scripted") refuse(variables.assistant.name, `must not be scripted ${here}`)
  if (values.databaseUrl === undefined) refuse(variables.databaseUrl.name, `is required ${here}`)
  checkSecrets(checked)
  if (intent.store === "embedded" || intent.store === "memory") refuse("--store", `must be postgres ${here}`)
  if (intent.demo) refuse("--demo", `is refused ${here}: the demo credentials are public`)
  if (intent.mint) refuse("hub token", `is refused ${here}: the development issuer is public`)
}

const checkWorkers = ({ intent, refuse, values }: Checked) => {
  if (workersOf(values, intent) <= 1) return
  const name = intent.workers === undefined ? variables.workers.name : "--workers"
  const store = storeOf(values, intent)
  if (store !== "postgres") {
    refuse(name, `must be 1 with the ${store} store, of which each worker would have its own: set DATABASE_URL`)
  }
  if (values.testControls) {
    refuse(name, "must be 1 with HUB_TEST_CONTROLS: each worker would have a clock and faults of its own")
  }
}

/** Listening at an address that others can reach. */
const checkExposure = ({ intent, refuse, values }: Checked) => {
  if (!intent.serve || isLoopback(values.host)) return
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

const checkTestControls = ({ refuse, values }: Checked) => {
  const production = (["environment", "environmentOfNode", "environmentOfOthers"] as const).find(
    (key) => values[key]?.toLowerCase() === "production"
  )
  if (production !== undefined && values.testControls) {
    refuse(variables.testControls.name, `must not be set when ${variables[production].name}=production`)
  }
}

/** Variables that are of no use without another. */
const needed = [
  ["coreApiKey", "coreApiUrl"],
  ["identityProviderKey", "identityProviderUrl"],
  ["smtpUrl", "mailFrom"],
  ["mailFrom", "smtpUrl"],
  ["smsAccount", "smsToken"],
  ["smsAccount", "smsFrom"],
  ["smsToken", "smsAccount"],
  ["smsFrom", "smsAccount"],
  ["assistantUrl", "assistantModel"],
  ["assistantModel", "assistantUrl"],
  ["assistantKey", "assistantUrl"]
] as const

const checkNeeded = ({ refuse, values }: Checked) => {
  for (const [key, other] of needed) {
    if (values[key] !== undefined && values[other] === undefined) {
      refuse(variables[other].name, `is required when ${variables[key].name} is set`)
    }
  }
}

const checkAssistant = ({ refuse, values }: Checked) => {
  if (values.assistant === "provider" && values.assistantUrl === undefined) {
    refuse(variables.assistantUrl.name, "is required by HUB_ASSISTANT=provider")
  }
  if (values.assistantTimeoutMs !== undefined && values.assistantTimeoutMs >= values.requestTimeoutMs) {
    refuse(variables.assistantTimeoutMs.name, "must be less than HUB_REQUEST_TIMEOUT_MS")
  }
}

const checkDelivery = ({ here, isServing, refuse, values }: Checked) => {
  if (!isServing || (values.smtpUrl === undefined && values.smsAccount === undefined)) return
  if (values.inviteUrl === undefined && values.publicUrl === undefined) {
    refuse(variables.inviteUrl.name, `is required ${here} to send invites, unless PUBLIC_URL is set`)
  }
  if (!isProtected(values.smsUrl, values.allowPlaintext ?? [])) {
    refuse(variables.smsUrl.name, `must be an https URL ${here}, unless its host is loopback or in HUB_ALLOW_PLAINTEXT`)
  }
}

/** The rules that involve more than one variable. */
export const refusals = (values: Values, intent: Intent): ReadonlyArray<ConfigurationProblem> => {
  const problems: Array<ConfigurationProblem> = []
  const refuse = (name: string, problem: string) => problems.push({ name, problem })
  const { environment = "development" } = values
  const isServing = environment !== "development"
  const here = `when HUB_ENV=${environment}`
  const checked: Checked = { values, intent, isServing, here, refuse }
  checkIssuer(checked, ["memberIssuer", "memberAudience", "memberJwksUrl"])
  checkIssuer(checked, ["operatorIssuer", "operatorAudience", "operatorJwksUrl"])
  checkAssistantIssuer(checked)
  checkAudiences(checked)
  if (isServing) checkServing(checked)
  else if (intent.store === "postgres" && values.databaseUrl === undefined) {
    refuse(variables.databaseUrl.name, "is required by --store postgres")
  }
  checkWorkers(checked)
  checkTestControls(checked)
  checkExposure(checked)
  checkNeeded(checked)
  checkAssistant(checked)
  checkDelivery(checked)
  return problems
}
