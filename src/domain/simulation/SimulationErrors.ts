import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/** Most problems that are reported at once. */
const most = 20

/** The file holds no earning rules; `path` is such as `rules[2].currency`. */
export class RulesInvalid extends Schema.TaggedError<RulesInvalid>()("RulesInvalid", {
  problems: Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.String }))
}) {
  static readonly failure: Failure = { kind: "invalid", code: "invalid_rules", title: "The rules are not valid" }
  override get message() {
    const rest = this.problems.length - most
    return [
      "The rules are not valid:",
      ...this.problems.slice(0, most).map(({ message, path }) => `  ${path === "" ? "the file" : path}: ${message}`),
      ...(rest > 0 ? [`  and ${rest} more`] : [])
    ].join("\n")
  }
}
