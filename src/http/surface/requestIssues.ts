import type { SchemaIssue } from "effect"
import type { HttpApiError } from "effect/http-api"
import type { FieldIssue } from "../../domain/shared/Failure.ts"
import { flatIssues } from "./flatIssues.ts"

/** Maximum number of issues in one response. */
const maxIssues = 20

/** Maximum length of a field path in a response: the name of an undeclared field can be as long as the body. */
const maxFieldLength = 200

/** Which part of a request failed to decode. */
export type RequestPart = FieldIssue["in"]

/** The first invalid fields of a request; `more` is the number of further ones, if any. */
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

/** The part of the request that a schema error concerns; undefined if it concerns a response. */
export const partOf = (error: HttpApiError.HttpApiSchemaError): RequestPart | undefined => parts[error.kind]

/** The invalid fields of the request, at most 20, named as the caller wrote them. */
export const issuesOf = (
  error: { readonly cause: { readonly issue: SchemaIssue.Issue } },
  part: RequestPart
): RequestIssues => {
  const all = flatIssues(error.cause.issue)
  const issues = all.slice(0, maxIssues).map(({ message, path }) => ({
    field: path.map(String).join(".").slice(0, maxFieldLength),
    in: part,
    message
  }))
  return all.length > maxIssues ? { issues, more: all.length - maxIssues } : { issues }
}
