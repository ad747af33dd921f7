import { SchemaIssue } from "effect"
import type { HttpApiError } from "effect/http-api"
import type { FieldIssue } from "../../domain/shared/Failure.ts"

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** Most issues of one answer. */
const mostIssues = 20

/** Longest name of a field in an answer: an undeclared field may be named by as much text as a body may have. */
const longestField = 200

/** Which part of a request failed to decode. */
export type RequestPart = FieldIssue["in"]

/** The first invalid places of a request, and how many more there are, if any. */
export interface RequestIssues {
  readonly issues: ReadonlyArray<FieldIssue>
  readonly more?: number
}

const parts: Partial<Record<HttpApiError.HttpApiSchemaError["kind"], RequestPart>> = {
  Params: "path",
  Headers: "header",
  Query: "query",
  Payload: "body"
}

/** The part of the request that a schema error is about; undefined when it is about a response. */
export const partOf = (error: HttpApiError.HttpApiSchemaError): RequestPart | undefined => parts[error.kind]

const segment = (of: PropertyKey | { readonly key: PropertyKey }): string =>
  String(typeof of === "object" ? of.key : of)

/** The places of the request that did not decode, at most 20, with the field as the caller wrote it. */
export const issuesOf = (
  error: { readonly cause: { readonly issue: SchemaIssue.Issue } },
  part: RequestPart
): RequestIssues => {
  const all = format(error.cause.issue).issues
  const issues = all.slice(0, mostIssues).map(({ message, path = [] }) => ({
    field: path.map(segment).join(".").slice(0, longestField),
    in: part,
    message
  }))
  return all.length > mostIssues ? { issues, more: all.length - mostIssues } : { issues }
}
