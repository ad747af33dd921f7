import { Redacted } from "effect"
import { developmentIssuer } from "../developmentIssuer.ts"
import type { ConfigurationProblem } from "./ConfigurationInvalid.ts"
import { variables } from "./variables.ts"

/** The intentions of a command that not every environment allows. */
export interface Intent {
  /** The requested store; by default PostgreSQL if `DATABASE_URL` is set, else the embedded database. */
  readonly store?: "embedded" | "postgres" | "memory" | undefined
  /** Whether to load demo data. */
  readonly demo?: boolean | undefined
  /** Whether to mint tokens of the development issuer. */
  readonly mint?: boolean | undefined
}

/** The values by variable; an invalid one is replaced by its default. */
export type Values = { readonly [K in keyof typeof variables]: (typeof variables)[K]["fallback"] }

/** Signs and hashes in development only, where nothing needs protection. */
export const developmentSecret = "development-secret-of-no-worth-000"

/** Whether the connection to the issuer's keys is safe from tampering. */
const isPrivate = (url: string) => {
  const { protocol, hostname } = new URL(url)
  return protocol === "https:" || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

/** The rules that involve more than one variable. */
export const refusals = (values: Values, intent: Intent): ReadonlyArray<ConfigurationProblem> => {
  const problems: Array<ConfigurationProblem> = []
  const refuse = (name: string, problem: string) => problems.push({ name, problem })
  const { environment } = values
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
    const [issuer, , jwksUrl] = keys
    const isPartial = keys.some((key) => values[key] !== undefined)
    for (const key of keys.filter((key) => values[key] === undefined)) {
      if (isServing) refuse(variables[key].name, `is required ${here}`)
      else if (isPartial) refuse(variables[key].name, "is required when another variable of its issuer is set")
    }
    if (values[issuer] === developmentIssuer) refuse(variables[issuer].name, "must not be the development issuer")
    const keysAt = values[jwksUrl]
    if (isServing && keysAt !== undefined && !isPrivate(keysAt))
      refuse(variables[jwksUrl].name, `must be an https URL ${here}`)
  }
  checkIssuer("memberIssuer", "memberAudience", "memberJwksUrl")
  checkIssuer("operatorIssuer", "operatorAudience", "operatorJwksUrl")
  if (
    values.memberIssuer !== undefined &&
    values.memberIssuer === values.operatorIssuer &&
    values.memberAudience === values.operatorAudience
  ) {
    refuse(variables.operatorAudience.name, "must differ from HUB_MEMBER_AUDIENCE: one issuer, two kinds of token")
  }

  if (isServing) {
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

  if (environment === "production" && values.testControls)
    refuse(variables.testControls.name, `must not be set ${here}`)
  if (values.coreApiKey !== undefined && values.coreApiUrl === undefined) {
    refuse(variables.coreApiUrl.name, "is required when CORE_API_KEY is set")
  }
  if (values.identityProviderKey !== undefined && values.identityProviderUrl === undefined) {
    refuse(variables.identityProviderUrl.name, "is required when IDENTITY_PROVIDER_KEY is set")
  }
  return problems
}
