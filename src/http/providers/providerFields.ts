import { Effect, Predicate } from "effect"
import { headerOf } from "../surface/headerOf.ts"
import { isJson, parseJson, textOfBytes } from "../surface/jsonBody.ts"
import type { RawRequest } from "../surface/rawRoutes.ts"
import { BodyMalformed, ContentTypeUnsupported } from "../surface/transportFailures.ts"

type Fields = Readonly<Record<string, unknown>>

const isForm = (contentType: string) => /^application\/x-www-form-urlencoded\s*(?:;|$)/iu.test(contentType)

/** Refuses duplicate names: parsers disagree on which value wins. */
const formFields = Effect.fnUntraced(function* (text: string) {
  const form = new URLSearchParams(text)
  const names = [...form.keys()]
  if (new Set(names).size < names.length)
    return yield* new BodyMalformed({ reason: "The form contains a duplicate name" })
  if ([...form.values()].some((value) => value.includes("\0"))) {
    return yield* new BodyMalformed({ reason: "A field contains a NUL character" })
  }
  return Object.fromEntries(form)
})

/** The fields of a JSON object; null counts as absent. Fails with `BodyMalformed` for anything else. */
export const jsonFields = Effect.fnUntraced(function* (text: string) {
  const value = yield* parseJson(text)
  if (!Predicate.isObject(value)) return yield* notAnObject
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null))
})

const notAnObject = Effect.fail(new BodyMalformed({ reason: "The body is not a JSON object" }))

/** The fields of a form or JSON object. Must only be used after the signature has been verified. */
export const providerFields: (
  raw: Pick<RawRequest, "request" | "bytes">
) => Effect.Effect<Fields, BodyMalformed | ContentTypeUnsupported> = Effect.fnUntraced(function* ({ bytes, request }) {
  const contentType = headerOf(request, "content-type")
  if (contentType === undefined && bytes.byteLength === 0) return yield* notAnObject
  if (contentType !== undefined && isForm(contentType)) return yield* formFields(yield* textOfBytes(bytes))
  if (contentType !== undefined && isJson(contentType)) return yield* jsonFields(yield* textOfBytes(bytes))
  return yield* new ContentTypeUnsupported()
})
