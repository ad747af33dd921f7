import { Schema } from "effect"

/** What is wrong with one variable or option. Never contains its value, which may be a secret. */
export const ConfigurationProblem = Schema.Struct({ name: Schema.String, problem: Schema.String })
export type ConfigurationProblem = typeof ConfigurationProblem.Type

/** The process cannot start. The message names every invalid variable, one per line. */
export class ConfigurationInvalid extends Schema.TaggedError<ConfigurationInvalid>()("ConfigurationInvalid", {
  problems: Schema.Array(ConfigurationProblem)
}) {
  override get message() {
    return [
      "The configuration does not allow a start:",
      ...this.problems.map((at) => `  ${at.name} ${at.problem}`)
    ].join("\n")
  }
}
