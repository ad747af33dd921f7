import { SchemaIssue } from "effect"
import type { HttpApiError } from "effect/http-api"
import type { FieldIssue } from "../../domain/shared/Failure.ts"

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** Which part of a request failed to decode. */
export type RequestPart = FieldIssue["in"]

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

/** Every place of the request that did not decode, with the field as the caller wrote it. */
export const issuesOf = (
  error: { readonly cause: { readonly issue: SchemaIssue.Issue } },
  part: RequestPart
): ReadonlyArray<FieldIssue> =>
  format(error.cause.issue).issues.map((issue) => ({
    field: (issue.path ?? []).map(segment).join("."),
    in: part,
    message: issue.message
  }))
