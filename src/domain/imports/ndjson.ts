import { Result, Schema, SchemaIssue } from "effect"
import { pathText } from "../shared/pathText.ts"

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** Reasons for one line: enough to correct it, and few enough for a report of many lines. */
const mostReasons = 3

const reasonOf = ({ issue }: Schema.SchemaError): string => {
  const { issues } = format(issue)
  const reasons = issues
    .slice(0, mostReasons)
    .map(({ message, path }) => [pathText(path), message].filter((part) => part !== "").join(": "))
  const more = issues.length - reasons.length
  return [...reasons, ...(more > 0 ? [`${more} more`] : [])].join("; ")
}

/** Reads a value by a schema; fails with the reason in words. Fields that the schema lacks are refused or ignored. */
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

/** Reads a line of NDJSON (one JSON object per line) by a schema; fails with the reason in words. */
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
