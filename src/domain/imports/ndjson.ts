import { Result, Schema, SchemaIssue } from "effect"
import { pathText } from "../shared/pathText.ts"

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** Maximum reasons per line: enough to correct it, few enough for a report of many lines. */
const maxReasons = 3

const reasonOf = ({ issue }: Schema.SchemaError): string => {
  const { issues } = format(issue)
  const reasons = issues
    .slice(0, maxReasons)
    .map(({ message, path }) => [pathText(path), message].filter((part) => part !== "").join(": "))
  const more = issues.length - reasons.length
  return [...reasons, ...(more > 0 ? [`${more} more`] : [])].join("; ")
}

/** Decodes a value by a schema; fails with a readable reason. Unknown fields are refused or ignored. */
export const valueOf = <S extends Schema.Codec<unknown, unknown>>(
  schema: S,
  others: "refused" | "ignored" = "refused"
) => {
  const decode = Schema.decodeUnknownResult(Schema.toCodecJson(schema), {
    errors: "all",
    onExcessProperty: others === "refused" ? "error" : "ignore"
  })
  return (value: unknown): Result.Result<S["Type"], string> => Result.mapError(decode(value), reasonOf)
}

/** Decodes a line of NDJSON (one JSON object per line) by a schema; fails with a readable reason. */
export const ndjson = <S extends Schema.Codec<unknown, unknown>>(
  schema: S,
  others: "refused" | "ignored" = "refused"
) => {
  const read = valueOf(schema, others)
  return (text: string): Result.Result<S["Type"], string> => {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return Result.fail("is not JSON")
    }
    return read(value)
  }
}
