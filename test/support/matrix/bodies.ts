import { assert } from "@effect/vitest"
import { Effect, Predicate } from "effect"
import { permissionsOf } from "../../../src/http/surface/permission.ts"
import * as Service from "../http/service.ts"
import { type Cases, changingNothing, type Subject } from "./Subject.ts"

/** JSON texts that are not objects. */
const otherJson = ["[]", "null", '"x"', "1", "true"]

const overTheLimit = JSON.stringify({ note: "x".repeat(70_000) })

/** Bodies of requests that need none, with their content types. */
const ignored: ReadonlyArray<readonly [type: string, body: string]> = [
  ["application/json", ""],
  ["application/json", "[]"],
  ["application/json", "{"],
  ["application/json", JSON.stringify({ note: "x".repeat(60_000) })],
  ["text/plain", "cancel"],
  ["application/x-www-form-urlencoded", "a=1&a=2"],
  ["multipart/form-data; boundary=x", "--x--"],
  ["no type at all", "\0"]
]

/** Bodies that no surface accepts as JSON, each derived from a valid one by a single defect. */
const unusable = (good: object): Readonly<Record<string, string>> => {
  const [name = "note", value = "x"] = Object.entries(good).find(([, value]) => Predicate.isString(value)) ?? []
  const text = JSON.stringify({ ...good, [name]: value })
  const replaced = (other: string) => text.replace(JSON.stringify(value), () => other)
  return {
    malformed: text.slice(0, -1),
    "more behind it": `${text}x`,
    "a name twice": `{${JSON.stringify(name)}:${JSON.stringify(value)},${text.slice(1)}`,
    "nested too deep": replaced("[".repeat(2000) + "]".repeat(2000)),
    NUL: replaced('"a\\u0000b"'),
    "half a surrogate pair": replaced('"\\ud800"')
  }
}

/** Invalid forms change nothing. */
const forms = (it: Cases, { facts, id, refused, sample, send }: Subject) => {
  const whole = sample.body instanceof Uint8Array ? sample.body : new Uint8Array()

  it.effect(`GEN-007, ${facts.proves.input}: ${id} refuses unusable forms with 400 or 415, and changes nothing`, () =>
    changingNothing(
      Effect.gen(function* () {
        for (const kept of [0, 1, 20, 60, whole.length / 2, whole.length - 4]) {
          refused(yield* send({ body: whole.subarray(0, kept) }), 400, `${kept} bytes of the form`)
        }
        for (const type of ["application/json", "text/plain", "multipart/mixed; boundary=x", "multipart/form-data"]) {
          refused(yield* send({ headers: { "content-type": type } }), 415, type)
        }
        refused(yield* send({ headers: { "content-type": "multipart/form-data; boundary=other" } }), 400, "no boundary")
      })
    )
  )
}

/**
 * Bodies that are not valid JSON objects change nothing; an undeclared field is rejected or ignored, depending on the
 * surface.
 */
export const bodies = (it: Cases, subject: Subject) => {
  const { answers, call, endpoint, facts, id, isWrite, operation, refused, sample, send, status, takesBody } = subject
  const { holding, malformedCode, permissions, proves, strictBodies, syntaxFirst = false } = facts

  if (isWrite && !takesBody) {
    it.effect(`MEM-009, MEM-078: ${id} ignores any body up to the size limit, and refuses a larger one`, () =>
      Effect.gen(function* () {
        const service = yield* Service.Service
        for (const [type, body] of ignored) {
          yield* service.reset
          answers(yield* send({ headers: { "content-type": type }, body }), status, `${type} ${body.slice(0, 20)}`)
        }
        yield* service.reset
        const large = yield* changingNothing(send({ body: overTheLimit }))
        assert.include([400, 413], large.status)
        refused(large, large.status, "over the limit")
      })
    )
  }
  if (!takesBody) return
  if (sample.contentType !== undefined) return forms(it, subject)

  // Permissions that depend on the body are checked after its syntax (REQUIREMENTS 0.3).
  if (holding !== undefined && permissionsOf(endpoint).length > 0) {
    it.effect(
      `${proves.permission}: ${id} refuses a caller without its permissions ${syntaxFirst ? "after" : "before"} it parses the body`,
      () =>
        Effect.gen(function* () {
          const other = permissions.find((permission) => !permissionsOf(endpoint).includes(permission))
          const headers = yield* holding(other === undefined ? [] : [other])
          for (const body of ["{", overTheLimit]) {
            refused(yield* changingNothing(call({ headers, body })), syntaxFirst ? 400 : 403, body.slice(0, 20))
          }
        })
    )
  }
  const good = Predicate.isObject(sample.body) ? sample.body : {}

  it.effect(`GEN-007, ${proves.input}: ${id} refuses unusable JSON bodies, and changes nothing`, () =>
    changingNothing(
      Effect.gen(function* () {
        for (const [kind, body] of Object.entries(unusable(good))) {
          const answer = yield* send({ body })
          refused(answer, 400, kind)
          assert.strictEqual(answer.at("code"), malformedCode, kind)
        }
        for (const body of otherJson) refused(yield* send({ body }), 400, body)
        const isRequired = operation.requestBody?.required === true
        if (isRequired) for (const body of [undefined, ""]) refused(yield* send({ body }), 400, "no body")
        const large = yield* send({ body: overTheLimit })
        assert.include([400, 413], large.status)
        refused(large, large.status, "over the limit")
        for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1"]) {
          const other = yield* send({ headers: { "content-type": type }, body: JSON.stringify(good) })
          assert.include([400, 415], other.status)
          refused(other, other.status, type)
        }
      })
    )
  )

  it.effect(
    `GEN-008, ${proves.input}: ${id} ${strictBodies ? "refuses" : "ignores"} an undeclared field of the body`,
    () =>
      Effect.gen(function* () {
        const service = yield* Service.Service
        yield* service.reset
        const body = { ...good, undeclaredField: 1 }
        if (strictBodies) refused(yield* changingNothing(send({ body })), 400, "an undeclared field")
        else answers(yield* send({ body }), status, "an undeclared field")
      })
  )
}
