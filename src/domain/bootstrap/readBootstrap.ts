import { Effect, Schema, SchemaIssue } from "effect"
import { pathText } from "../shared/pathText.ts"
import { Bootstrap } from "./Bootstrap.ts"
import { BootstrapInvalid, type BootstrapProblem } from "./BootstrapErrors.ts"
import { unresolvedReferences } from "./unresolvedReferences.ts"

const format = SchemaIssue.makeFormatterStandardSchemaV1()

const decode = Schema.decodeUnknownEffect(Bootstrap, { errors: "all", onExcessProperty: "error" })

/** Checks the content of a file; fails with every problem in it, in the order of the file's schema. */
export const readBootstrap = Effect.fnUntraced(function* (content: unknown) {
  const file = yield* Effect.mapError(
    decode(content),
    ({ issue }) =>
      new BootstrapInvalid({
        problems: format(issue).issues.map(
          (one): BootstrapProblem => ({ path: pathText(one.path), message: one.message })
        )
      })
  )
  const problems = unresolvedReferences(file)
  return problems.length === 0 ? file : yield* new BootstrapInvalid({ problems })
})
