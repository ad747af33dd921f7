import { Config, ConfigProvider, Effect, Redacted } from "effect"
import type { Rule } from "./Rule.ts"

/** One environment variable: how to read it, and its description in `docs/configuration.md`. */
export interface Variable<T> {
  readonly name: string
  /** The default, as documented. */
  readonly default: string
  readonly meaning: string
  readonly secret: boolean
  readonly expected: string
  readonly config: Config.Config<T>
  readonly fallback: T
}

/** A variable with a default, which must satisfy the same rule. */
export const variable = <T>(name: string, rule: Rule<T>, byDefault: string, meaning: string): Variable<T> => {
  const config = Config.schema(rule.schema, name)
  const fallback = Effect.runSync(config.parse(ConfigProvider.fromUnknown({ [name]: byDefault })))
  return {
    name,
    default: `\`${byDefault}\``,
    meaning,
    secret: false,
    expected: rule.expected,
    config: Config.withDefault(config, fallback),
    fallback
  }
}

/** An optional variable; `otherwise` documents its absence. */
export const optional = <T>(
  name: string,
  rule: Rule<T>,
  otherwise: string,
  meaning: string
): Variable<T | undefined> => ({
  name,
  default: otherwise,
  meaning,
  secret: false,
  expected: rule.expected,
  config: Config.withDefault(Config.schema(rule.schema, name), undefined),
  fallback: undefined
})

/** The variable with its values hidden from logs and errors. */
export const secrets = (
  plain: Variable<ReadonlyArray<string> | undefined>
): Variable<ReadonlyArray<Redacted.Redacted> | undefined> => ({
  ...plain,
  secret: true,
  config: Config.map(plain.config, (values) => values?.map((value) => Redacted.make(value))),
  fallback: undefined
})

/** The variable with its value hidden from logs and errors. */
export const secret = (plain: Variable<string | undefined>): Variable<Redacted.Redacted | undefined> => ({
  ...plain,
  secret: true,
  config: Config.map(plain.config, (value) => (value === undefined ? undefined : Redacted.make(value))),
  fallback: undefined
})
