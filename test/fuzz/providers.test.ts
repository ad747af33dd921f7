import { assert, layer } from "@effect/vitest"
import { Effect, Predicate } from "effect"
import * as fc from "fast-check"
import { surfaces } from "../../src/cli/server/application.ts"
import { documents } from "../../src/cli/documents.ts"
import { chatUsers } from "../../src/demo/demoProviders.ts"
import { fieldsOf, fittingTo } from "../support/http/fuzzBody.ts"
import { asHeader, makeJudge, type Operation, operationsOf } from "../support/http/fuzz.ts"
import { hostile } from "../support/http/hostile.ts"
import { form } from "../support/providers.ts"
import { rawCall } from "../support/http/rawCall.ts"
import { resolved } from "../support/http/resolved.ts"
import * as Service from "../support/http/service.ts"
import { json, type Provider, providers, requestOf, written } from "../support/http/signedCallbacks.ts"

const surface = surfaces.filter(({ name }) => name === "providers")

const total = Math.ceil(Number(process.env["FUZZ_REQUESTS"] ?? "7000") * 0.15)

const words = ["link", "consult What is open?", "ask And now?", "end", "help", "sent", "delivered", "failed"]

const value = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 2 ** 53, [], {}, chatUsers.linked, ...words),
  fc.constantFrom("https://chat.example.com/answer", "https://evil.example/answer", "url_verification"),
  hostile,
  fc.jsonValue({ maxDepth: 3 })
)

/** A value in one of `oneIn` requests, else null. */
const rarely = <A>(oneIn: number, arbitrary: fc.Arbitrary<A>) =>
  fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })

/** A body that fits the schema of an operation, as the sample's provider sends it: Slack's in one form field. */
const made = (document: unknown, { body }: Operation, sample: object): fc.Arbitrary<object> =>
  fittingTo(document, body, [chatUsers.linked, ...words])
    .filter(Predicate.isObject)
    .map((fields) => ("payload" in sample ? { payload: JSON.stringify(fields) } : fields))

/**
 * The sample of an operation or a body that fits its schema, whole or with fields changed, added or left out, as text
 * or with bytes changed.
 */
const damaged = (document: unknown, operation: Operation, sample: object) => {
  const names = [...fieldsOf(document, operation.body), ...Object.keys(sample), "__proto__", "constructor"]
  return fc
    .record({
      of: fc.oneof(fc.constant(sample), made(document, operation, sample)),
      changed: rarely(2, fc.dictionary(fc.oneof(fc.constantFrom(...names), hostile), value, { maxKeys: 3 })),
      dropped: rarely(6, fc.constantFrom(...names)),
      contentType: fc.constantFrom(json, form, json, form, "text/plain", `${json}; charset=utf-8`, ""),
      bytes: rarely(4, fc.tuple(fc.nat(400), fc.nat(20), fc.uint8Array({ maxLength: 20 }))),
      instead: rarely(6, fc.oneof(hostile, fc.json()))
    })
    .map(({ bytes, changed, contentType, dropped, instead, of }) => {
      const fields = Object.entries({ ...of, ...changed }).filter(([name]) => name !== dropped)
      const isJson = contentType.startsWith(json)
      const text = instead ?? written(Object.fromEntries(fields), isJson ? json : form)
      const whole = Buffer.from(text)
      if (bytes === null) return { body: whole, contentType, isMade: of !== sample }
      const [at, removed, added] = bytes
      const body = Buffer.concat([whole.subarray(0, at), added, whole.subarray(at + removed)])
      return { body, contentType, isMade: false }
    })
}

/** Headers added to a signed request, some of which replace its own. */
const added = fc.dictionary(
  fc.constantFrom(
    "x-chat-signature",
    "x-chat-request-timestamp",
    "x-slack-signature",
    "x-sms-signature",
    "x-twilio-signature",
    "x-request-id",
    "x-forwarded-for",
    "origin",
    "cookie",
    "authorization",
    "idempotency-key",
    "accept",
    "host",
    "content-encoding",
    "traceparent",
    "x-api-key"
  ),
  hostile,
  { maxKeys: 4 }
)

/** An id in a path; undefined for the provider's own. */
const encoded = (id: string | null) => (id === null ? undefined : encodeURIComponent(id) || "x")

const shots = (document: unknown, operations: ReadonlyArray<Operation>) => {
  const aims = providers.flatMap((provider) =>
    Object.entries(provider.samples).flatMap(([id, sample]) =>
      operations.flatMap((operation) => (operation.id === id ? [{ provider, operation, sample }] : []))
    )
  )
  return fc.oneof(
    ...aims.map(({ operation, provider, sample }) =>
      fc.record({
        provider: fc.constant<Provider>(provider),
        operation: fc.constant(operation),
        payload: damaged(document, operation, sample),
        installation: rarely(10, hostile),
        delivery: rarely(10, hostile),
        headers: rarely(2, added)
      })
    )
  )
}

layer(Service.layer({ store: "embedded", environment: { HUB_LIMIT_ADDRESS: "10000000" } }))(
  "fuzzing the callbacks of providers",
  (it) => {
    it.effect("INT-038, INT-040: an id with a NUL is unknown, as an installation (401) or a delivery (404)", () =>
      Effect.gen(function* () {
        const { baseUrl, call } = yield* Service.Service
        for (const provider of providers) {
          for (const { identifier, path } of surface.flatMap(({ endpoints }) => endpoints)) {
            if (!(identifier in provider.samples)) continue
            const sendTo = Effect.fnUntraced(function* (installation?: string, delivery?: string) {
              const request = requestOf(provider, { identifier, path }, installation, delivery)
              const { headers, path: signed } = provider.sign(baseUrl, request)
              return (yield* call("POST", signed, { body: request.body, headers: { ...headers } })).status
            })
            assert.strictEqual(yield* sendTo("a%00b"), 401, `${identifier} of ${provider.name}`)
            if (provider.delivery === undefined) continue
            assert.strictEqual(yield* sendTo(provider.installation, "a%00b"), 404, provider.name)
          }
        }
      })
    )

    it.effect(
      "GEN-006, GEN-007, INT-038, INT-045: no signed callback with a damaged body or headers fails or leaves the document",
      () =>
        Effect.gen(function* () {
          const { baseUrl, findings } = yield* Service.Service
          const document = resolved(JSON.parse(JSON.stringify(documents.providers.specification())))
          const operations = operationsOf(document)
          const judge = makeJudge(document)
          const accepted = new Set<string>()
          const acceptedMade = new Set<string>()
          yield* Effect.promise(() =>
            fc.assert(
              fc.asyncProperty(
                shots(document, operations),
                async ({ delivery, headers, installation, operation, payload, provider }) => {
                  const path = operation.path.replaceAll(/\{(\w+)\}/gu, ":$1")
                  const endpoint = { identifier: operation.id, path }
                  const ids = [encoded(installation), encoded(delivery)] as const
                  const { isMade, ...body } = payload
                  const request = { ...requestOf(provider, endpoint, ...ids), ...body }
                  const signed = provider.sign(baseUrl, request)
                  const more = Object.entries(headers ?? {}).map(([name, text]) => [name, asHeader(text)])
                  const { "content-type": type = "", ...signature } = signed.headers
                  const all = {
                    ...(type === "" ? {} : { "content-type": type }),
                    ...signature,
                    ...Object.fromEntries(more)
                  }
                  const shot = { operation, method: "POST", path: signed.path }
                  const answer = await rawCall(baseUrl, { ...shot, headers: all, body: payload.body })
                  judge(shot, answer)
                  if (answer.status !== 200) return
                  accepted.add(`${operation.id} of ${provider.name}`)
                  if (isMade) acceptedMade.add(operation.id)
                }
              ),
              { numRuns: total, endOnFailure: true }
            )
          )
          const aimedAt = providers.flatMap(({ name, samples }) => Object.keys(samples).map((id) => `${id} of ${name}`))
          assert.deepStrictEqual([...accepted].toSorted(), aimedAt.toSorted(), "some of each kind are accepted")
          const ids = operations.map(({ id }) => id)
          assert.deepStrictEqual([...acceptedMade].toSorted(), ids.toSorted(), "also some made from the schema")
          assert.deepStrictEqual(yield* findings, [], "the ledger stays consistent")
        })
    )
  }
)
