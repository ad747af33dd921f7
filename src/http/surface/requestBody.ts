import { ByteSize, Effect, Predicate, Schema, SchemaAST } from "effect"
import { HttpServerRequest, Multipart } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { stat } from "node:fs/promises"
import { BodyMalformed, BodyTooLarge, ContentTypeUnsupported } from "./transportFailures.ts"

/** One multipart form, written to disk within its limits. */
export interface MultipartBody {
  readonly _tag: "multipart"
  readonly schema: Schema.Top
  readonly limits: Multipart.withLimits.Options
  readonly limitBytes: number
}

/** The kind of request body that an endpoint accepts. */
export type BodyKind =
  | { readonly _tag: "none" }
  /** `absent`: the schema that a missing body is decoded with, as null; undefined if one is required (MEM-010). */
  | { readonly _tag: "json"; readonly schema: Schema.Top; readonly absent: Schema.Top | undefined }
  | MultipartBody
  /** A declaration that these routes do not support, for `reason`. */
  | { readonly _tag: "unserved"; readonly reason: string }

const bytesOf = (size: ByteSize.Input) => ByteSize.toNumberUnsafe(ByteSize.fromInputUnsafe(size))

const acceptsNull = (schema: Schema.Top) => SchemaAST.isNull(SchemaAST.toEncoded(schema.ast))

/** The kind of body that an endpoint declares: JSON with one or more schemas, or one multipart form with limits. */
export const bodyKindOf = ({ payload }: HttpApiEndpoint.Top): BodyKind => {
  const [declared, ...others] = payload.values()
  if (declared === undefined) return { _tag: "none" }
  if (others.length > 0) return { _tag: "unserved", reason: "bodies of several content types" }
  const { encoding, schemas } = declared
  const schema = Schema.Union(schemas.filter((one) => !acceptsNull(one)))
  if (encoding._tag === "Json") return { _tag: "json", schema, absent: schemas.find(acceptsNull) }
  if (encoding._tag !== "Multipart") return { _tag: "unserved", reason: `a body as ${encoding._tag}` }
  const { limits, mode } = encoding
  if (mode === "stream") return { _tag: "unserved", reason: "a form as a stream of parts" }
  return limits?.maxTotalSize === undefined
    ? { _tag: "unserved", reason: "a form without a limit" }
    : {
        _tag: "multipart",
        schema,
        limits,
        limitBytes: bytesOf(limits.maxTotalSize)
      }
}

/** Limits of the parser, which reports an exceeded file limit only as the cause of the failed write. */
const limitReasons: Readonly<Record<string, Multipart.MultipartErrorReason["_tag"]>> = {
  MaxParts: "TooManyParts",
  MaxFieldSize: "FieldTooLarge",
  MaxPartSize: "FileTooLarge",
  MaxTotalSize: "BodyTooLarge"
}

/** What is wrong with a form that is not too large as a whole. */
const formProblems: Readonly<Partial<Record<Multipart.MultipartErrorReason["_tag"], string>>> = {
  Parse: "The form cannot be read",
  TooManyParts: "The form has too many parts",
  FieldTooLarge: "A text field of the form is too long"
}

/** Why a form was refused; `InternalError` only if neither the form nor the client is at fault. */
const reasonOf = ({ reason: { _tag, cause } }: Multipart.MultipartError): Multipart.MultipartErrorReason["_tag"] => {
  if (_tag !== "InternalError" || !Predicate.isObject(cause)) return _tag
  if (Predicate.hasProperty(cause, "limit")) return limitReasons[String(cause.limit)] ?? "Parse"
  // A damaged part or a client that disconnected; a failed disk write has other codes.
  const isClientFault =
    "code" in cause
      ? cause.code === "ECONNRESET" || cause.code === "ERR_STREAM_PREMATURE_CLOSE"
      : "_tag" in cause && cause._tag !== "PlatformError"
  return isClientFault ? "Parse" : _tag
}

const filesOf = (form: Multipart.Persisted): ReadonlyArray<Multipart.PersistedFile> =>
  Object.values(form).flatMap((value) =>
    typeof value === "string" ? [] : value.filter((part) => typeof part !== "string")
  )

/** The parser counts a part's headers towards the file size, so the limit is checked against the written file. */
const acceptFiles = Effect.fnUntraced(function* (form: Multipart.Persisted, limitBytes: number) {
  for (const { path } of filesOf(form)) {
    const { size } = yield* Effect.promise(() => stat(path))
    if (size > limitBytes) return yield* new BodyTooLarge({ limitBytes })
  }
})

/**
 * Reads a multipart form; its files stay on disk until the request ends. Limits also apply without a Content-Length
 * (PAR-083). A failed disk write is a defect, not an error of the request.
 */
export const multipartForm = Effect.fnUntraced(function* ({ limitBytes, limits }: MultipartBody) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { maxFileSize, ...others } = limits
  const form = yield* request.multipart.pipe(
    Effect.provideContext(Multipart.limitsServices(others)),
    Effect.catch((error): Effect.Effect<never, BodyTooLarge | BodyMalformed> => {
      const reason = reasonOf(error)
      if (reason === "InternalError") return Effect.die(error)
      const problem = formProblems[reason]
      return Effect.fail(
        problem === undefined ? new BodyTooLarge({ limitBytes }) : new BodyMalformed({ reason: problem })
      )
    })
  )
  if (maxFileSize !== undefined) yield* acceptFiles(form, bytesOf(maxFileSize))
  return form
})

const isForm = (contentType: string | undefined): boolean =>
  contentType !== undefined && /^multipart\/form-data\s*;/i.test(contentType)

/** Policy step: the request is a multipart form, and its Content-Length, if present, is within the limit. */
export const acceptForm = (
  { headers }: HttpServerRequest.HttpServerRequest,
  { limitBytes }: MultipartBody
): Effect.Effect<void, ContentTypeUnsupported | BodyTooLarge> => {
  if (!isForm(headers["content-type"])) return Effect.fail(new ContentTypeUnsupported())
  return Number(headers["content-length"] ?? 0) > limitBytes
    ? Effect.fail(new BodyTooLarge({ limitBytes }))
    : Effect.void
}
