import { ByteSize, Effect, Predicate, Schema, SchemaAST } from "effect"
import { HttpServerRequest, Multipart } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { stat } from "node:fs/promises"
import { BodyMalformed, BodyTooLarge, ContentTypeUnsupported } from "./transportFailures.ts"

/** One form, read to the disk within its limits. */
export interface MultipartBody {
  readonly _tag: "multipart"
  readonly schema: Schema.Top
  readonly limits: Multipart.withLimits.Options
  readonly limitBytes: number
}

/** What an endpoint takes as its body. */
export type BodyKind =
  | { readonly _tag: "none" }
  /** `optional`: a missing body is decoded as null, where null is declared (MEM-009). */
  | { readonly _tag: "json"; readonly schema: Schema.Top; readonly optional: boolean }
  | MultipartBody
  /** Declared, but not served: `reason` says what. */
  | { readonly _tag: "unserved"; readonly reason: string }

const bytesOf = (size: ByteSize.Input) => ByteSize.toNumberUnsafe(ByteSize.fromInputUnsafe(size))

const acceptsNull = (schema: Schema.Top) => SchemaAST.isNull(SchemaAST.toEncoded(schema.ast))

/** The kind of body that an endpoint declares: JSON in one or several schemas, or one multipart form with limits. */
export const bodyKindOf = ({ payload }: HttpApiEndpoint.Top): BodyKind => {
  const [declared, ...others] = payload.values()
  if (declared === undefined) return { _tag: "none" }
  if (others.length > 0) return { _tag: "unserved", reason: "bodies of several content types" }
  const { encoding, schemas } = declared
  const schema = Schema.Union(schemas)
  if (encoding._tag === "Json") return { _tag: "json", schema, optional: schemas.some(acceptsNull) }
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

/** Limits of the parser, which tells one that a file passes only to who is writing that file. */
const limitReasons: Readonly<Record<string, Multipart.MultipartErrorReason["_tag"]>> = {
  MaxParts: "TooManyParts",
  MaxFieldSize: "FieldTooLarge",
  MaxPartSize: "FileTooLarge",
  MaxTotalSize: "BodyTooLarge"
}

/** What is wrong with a form; `InternalError` only if it is nothing with the form or who sends it. */
const reasonOf = ({ reason: { _tag, cause } }: Multipart.MultipartError): Multipart.MultipartErrorReason["_tag"] => {
  if (_tag !== "InternalError" || !Predicate.isObject(cause)) return _tag
  if (Predicate.hasProperty(cause, "limit")) return limitReasons[String(cause.limit)] ?? "Parse"
  // A part that is damaged, or a client that hung up; a disk that refuses the file has other codes.
  const isOfTheClient =
    "code" in cause
      ? cause.code === "ECONNRESET" || cause.code === "ERR_STREAM_PREMATURE_CLOSE"
      : "_tag" in cause && cause._tag !== "PlatformError"
  return isOfTheClient ? "Parse" : _tag
}

const filesOf = (form: Multipart.Persisted): ReadonlyArray<Multipart.PersistedFile> =>
  Object.values(form).flatMap((value) =>
    typeof value === "string" ? [] : value.filter((part) => typeof part !== "string")
  )

/** The parser counts the head of a part as part of its file, so the limit of a file is held against what was written. */
const acceptFiles = Effect.fnUntraced(function* (form: Multipart.Persisted, limitBytes: number) {
  for (const { path } of filesOf(form)) {
    const { size } = yield* Effect.promise(() => stat(path))
    if (size > limitBytes) return yield* new BodyTooLarge({ limitBytes })
  }
})

/**
 * Reads a form; its files are on disk until the request ends. The limits hold without a Content-Length too (PAR-083). A
 * disk that refuses the files is a defect of the service, not of the request.
 */
export const multipartForm = Effect.fnUntraced(function* ({ limitBytes, limits }: MultipartBody) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { maxFileSize, ...others } = limits
  const form = yield* request.multipart.pipe(
    Effect.provideContext(Multipart.limitsServices(others)),
    Effect.catch((error): Effect.Effect<never, BodyTooLarge | BodyMalformed> => {
      const reason = reasonOf(error)
      if (reason === "InternalError") return Effect.die(error)
      if (reason === "Parse") return Effect.fail(new BodyMalformed({ reason: "The form cannot be read" }))
      return Effect.fail(
        reason === "TooManyParts"
          ? new BodyMalformed({ reason: "The form has too many parts" })
          : new BodyTooLarge({ limitBytes })
      )
    })
  )
  if (maxFileSize !== undefined) yield* acceptFiles(form, bytesOf(maxFileSize))
  return form
})

const isForm = (contentType: string | undefined): boolean =>
  contentType !== undefined && /^multipart\/form-data\s*;/i.test(contentType)

/** Policy step: the request is a form whose Content-Length, if it has one, is within the limit. */
export const acceptForm = (
  { headers }: HttpServerRequest.HttpServerRequest,
  { limitBytes }: MultipartBody
): Effect.Effect<void, ContentTypeUnsupported | BodyTooLarge> => {
  if (!isForm(headers["content-type"])) return Effect.fail(new ContentTypeUnsupported())
  return Number(headers["content-length"] ?? 0) > limitBytes
    ? Effect.fail(new BodyTooLarge({ limitBytes }))
    : Effect.void
}
