import { Effect, Schema, SchemaIssue } from "effect"
import { pathText } from "../shared/pathText.ts"
import { FileInvalid, type FileProblem } from "./FileInvalid.ts"

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/**
 * Validates the content of a file by its schema, and then by `problemsIn` for what a schema cannot express; fails with
 * all problems, in schema order.
 */
export const decodeFile = <S extends Schema.ConstraintDecoder<unknown>>(
  schema: S,
  problemsIn: (file: S["Type"]) => ReadonlyArray<FileProblem>
) => {
  const decode = Schema.decodeUnknownEffect(schema, { errors: "all", onExcessProperty: "error" })
  return Effect.fnUntraced(function* (content: unknown) {
    const file = yield* Effect.mapError(
      decode(content),
      ({ issue }) =>
        new FileInvalid({
          problems: format(issue).issues.map(({ message, path }): FileProblem => ({ path: pathText(path), message }))
        })
    )
    const problems = problemsIn(file)
    return problems.length === 0 ? file : yield* new FileInvalid({ problems })
  })
}
