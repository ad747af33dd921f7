import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { surfaces } from "../../../src/cli/server/application.ts"
import { chatInstallationXids, signingSecrets, smsInstallationXids } from "../../../src/demo/demoProviders.ts"
import { changingNothing, changingSomething, documentedAnswer, operationsOf } from "../../support/matrix/Subject.ts"
import { form, nowSeconds } from "../../support/providers.ts"
import * as Service from "../../support/http/service.ts"
import {
  disabled,
  formerSecret,
  json,
  type Provider,
  providers,
  requestOf,
  rotating,
  type Signed,
  type Signing,
  suspended,
  type Unsigned,
  withInstallations
} from "../../support/http/signedCallbacks.ts"

const surface = surfaces.filter(({ name }) => name === "providers")
const endpoints = surface.flatMap((one) => one.endpoints)

const isFailure = (answer: Service.Answer) =>
  answer.headers.get("content-type") === json &&
  answer.at("statusCode") === answer.status &&
  typeof answer.at("code") === "string" &&
  typeof answer.at("message") === "string"

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Bodies that cannot be read even if signed. */
const unreadable: ReadonlyArray<readonly [type: string, body: string]> = [
  [json, "{"],
  [json, ""],
  [json, "[]"],
  [json, '"x"'],
  [json, "null"],
  [json, '{"command":"link","command":"help"}'],
  [json, '{"command":"a\\u0000b"}'],
  [json, '{"command":"\\ud800"}'],
  [json, `{"command":${"[".repeat(100)}${"]".repeat(100)}}`],
  [form, "command=link&command=help"],
  [form, "command=%00"]
]

const otherTypes = [
  "text/plain",
  "application/xml",
  "application/json; charset=latin1",
  "multipart/form-data; boundary=x"
]

const environment = { HUB_LIMIT_ADDRESS: "1000000", HUB_BODY_LIMIT_BYTES: "65536" }

const without = (signed: Signed, header: string | undefined): Signed => ({
  ...signed,
  headers: Object.fromEntries(Object.entries(signed.headers).filter(([name]) => name !== header))
})

const withHeader = (signed: Signed, header: string, value: string): Signed => ({
  ...signed,
  headers: { ...signed.headers, [header]: value }
})

/** Requests signed like those of the provider, each with one thing wrong. */
const forgeries = (
  baseUrl: string,
  provider: Provider,
  endpoint: (typeof endpoints)[number]
): Readonly<Record<string, readonly [signed: Signed, body: string | Uint8Array]>> => {
  const { header, installation, sign, timeHeader } = provider
  const request = requestOf(provider, endpoint)
  const good = sign(baseUrl, request)
  const mac = good.headers[header] ?? ""
  const as = (changed: Unsigned, signing?: Signing) => [sign(baseUrl, changed, signing), changed.body] as const
  const at = (other: string) => as(requestOf(provider, endpoint, other))
  const others = Object.values(signingSecrets).filter((secret) => secret !== signingSecrets[provider.name])
  const foreign = timeHeader === undefined ? smsInstallationXids.sms_b : chatInstallationXids.chat_b
  return {
    "without a signature": [without(good, header), request.body],
    "with an empty signature": [withHeader(good, header, ""), request.body],
    "with half a signature": [withHeader(good, header, mac.slice(0, mac.length / 2)), request.body],
    "with the signature twice": [withHeader(good, header, `${mac}, ${mac}`), request.body],
    "with the signature in another header": [withHeader(without(good, header), "x-other-signature", mac), request.body],
    "with a wrong secret": as(request, { secret: "wrong" }),
    "with the former secret after the rotation": as(request, { secret: formerSecret(provider) }),
    ...Object.fromEntries(
      others.map((secret, index) => [`with the secret of other installation ${index}`, as(request, { secret })])
    ),
    "with the body altered": [good, `${String(request.body)}&more=1`],
    "for another address": [
      { ...good, path: good.path.replace(installation, rotating(provider)) },
      `${String(request.body)} `
    ],
    "at an installation of another organization": at(foreign),
    "at a disabled installation": at(disabled(provider)),
    "at an installation of a suspended organization": at(suspended(provider)),
    "at an unknown installation": at("unknown"),
    ...(timeHeader === undefined ? {} : { "without a time": [without(good, timeHeader), request.body] })
  }
}

layer(Service.layer({ dataset: withInstallations, environment }))("matrix of the providers surface", (it) => {
  for (const endpoint of endpoints) {
    const { identifier: id } = endpoint
    const operation =
      surface.flatMap((one) => operationsOf(one).get(id) ?? [])[0] ?? assert.fail(`${id} is undocumented`)

    it.effect(`INT-038, GEN-008: ${id} has a sample of at least one provider`, () =>
      Effect.sync(() => assert.isTrue(providers.some(({ samples }) => id in samples)))
    )

    for (const provider of providers.filter(({ samples }) => id in samples)) {
      const { name, sign, timeHeader } = provider
      const subject = `${id} of ${name}`

      const send = Effect.fnUntraced(function* (
        { headers, path }: Signed,
        body: string | Uint8Array,
        extraHeaders: Readonly<Record<string, string>> = {}
      ) {
        const { call } = yield* Service.Service
        return yield* call("POST", path, { body, headers: { ...headers, ...extraHeaders } })
      })

      const sendSigned = Effect.fnUntraced(function* (
        request: Unsigned,
        signing?: Signing,
        extraHeaders?: Readonly<Record<string, string>>
      ) {
        const { baseUrl } = yield* Service.Service
        return yield* send(sign(baseUrl, request, signing), request.body, extraHeaders)
      })

      const refused = (answer: Service.Answer, status: number, code: string, why: string) => {
        documentedAnswer(operation, answer, status, why)
        assert.isTrue(isFailure(answer), `${why}: not the surface's shape: ${answer.text}`)
        assert.strictEqual(answer.at("code"), code, why)
      }

      it.effect(
        `GEN-006, GEN-013, INT-038: ${subject} answers its sample as documented, with limits, safety headers and the request id`,
        () =>
          Effect.gen(function* () {
            const { reset } = yield* Service.Service
            yield* reset
            const request = requestOf(provider, endpoint)
            const answer = yield* changingSomething(sendSigned(request, {}, { "x-request-id": "it-42.a:B_c" }))
            documentedAnswer(operation, answer, 200, "the sample")
            assert.strictEqual(answer.headers.get("x-request-id"), "it-42.a:B_c")
            assert.strictEqual(answer.headers.get("cache-control"), "no-store")
            assert.strictEqual(answer.headers.get("x-content-type-options"), "nosniff")
            assert.strictEqual(answer.headers.get("referrer-policy"), "no-referrer")
            assert.match(answer.headers.get("ratelimit-policy") ?? "", /^"providers";q=\d+;w=60$/)
            const replaced = yield* sendSigned(request, {}, { "x-request-id": "a b" })
            assert.match(replaced.headers.get("x-request-id") ?? "", uuid)
          })
      )

      it.effect(`GEN-002, GEN-007, INT-038, INT-040: ${subject} gives any forgery the same 401, and does nothing`, () =>
        changingNothing(
          Effect.gen(function* () {
            const { baseUrl } = yield* Service.Service
            const bodies = new Set<string>()
            for (const [why, [signed, body]] of Object.entries(forgeries(baseUrl, provider, endpoint))) {
              const answer = yield* send(signed, body)
              refused(answer, 401, "invalid_signature", why)
              assert.strictEqual(answer.headers.get("www-authenticate"), "Signature", why)
              bodies.add(answer.text)
            }
            assert.strictEqual(bodies.size, 1, "all refusals have the same body")
          })
        )
      )

      it.effect(`INT-038: ${subject} accepts the former and the new secret during a rotation`, () =>
        Effect.gen(function* () {
          const { reset } = yield* Service.Service
          const request = requestOf(provider, endpoint, rotating(provider))
          for (const secret of [formerSecret(provider), signingSecrets[name]]) {
            yield* reset
            const answer = yield* sendSigned(request, { secret })
            // Authenticated, but the delivery is of the other installation.
            documentedAnswer(operation, answer, provider.delivery === undefined ? 200 : 404, secret)
          }
        })
      )

      it.effect(`INT-039, INT-041: ${subject} acknowledges a repetition with an empty object, and does nothing`, () =>
        Effect.gen(function* () {
          const { baseUrl, reset } = yield* Service.Service
          yield* reset
          const request = requestOf(provider, endpoint)
          const signed = sign(baseUrl, request)
          documentedAnswer(operation, yield* send(signed, request.body), 200, "the first")
          const repeated = yield* changingNothing(send(signed, request.body))
          documentedAnswer(operation, repeated, 200, "the repetition")
          assert.deepStrictEqual(repeated.body, {})
        })
      )

      if (timeHeader !== undefined) {
        it.effect(`INT-039: ${subject} refuses a time outside the window or malformed, and does nothing`, () =>
          changingNothing(
            Effect.gen(function* () {
              const request = requestOf(provider, endpoint)
              for (const at of [nowSeconds() - 360, nowSeconds() + 360, 0, "", "soon", "1e3", "-1"]) {
                refused(yield* sendSigned(request, { at }), 401, "timestamp_refused", String(at))
              }
            })
          )
        )
      }

      it.effect(`GEN-007, INT-038: ${subject} refuses signed bodies that it cannot read, and does nothing`, () =>
        changingNothing(
          Effect.gen(function* () {
            const request = requestOf(provider, endpoint)
            for (const [contentType, body] of unreadable) {
              refused(yield* sendSigned({ ...request, contentType, body }), 400, "malformed_json", body)
            }
            for (const contentType of otherTypes) {
              const answer = yield* sendSigned({ ...request, contentType })
              refused(answer, 415, "unsupported_media_type", contentType)
            }
            const body = "x".repeat(70_000)
            refused(yield* sendSigned({ ...request, body }), 413, "payload_too_large", "over the limit")
          })
        )
      )

      it.effect(
        `GEN-006, GEN-007, INT-039, INT-041: the path of ${subject} answers other methods with 405 and Allow`,
        () =>
          Effect.gen(function* () {
            const { baseUrl, call } = yield* Service.Service
            const { headers, path } = sign(baseUrl, requestOf(provider, endpoint))
            for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
              const answer = yield* call(method, path, { headers })
              assert.strictEqual(answer.status, 405, method)
              assert.strictEqual(answer.headers.get("allow"), "POST", method)
              assert.isTrue(isFailure(answer), answer.text)
            }
          })
      )
    }
  }

  it.effect("GEN-006, GEN-007, INT-045: an unknown route under the surface is 404 in its shape", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      for (const { prefixes } of surface) {
        for (const path of prefixes.flatMap((prefix) => [prefix, `${prefix}/chat`, `${prefix}/no/such/route/here`])) {
          for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
            const answer = yield* call(method, path)
            assert.strictEqual(answer.status, 404, `${method} ${path}`)
            assert.isTrue(isFailure(answer), answer.text)
          }
        }
      }
    })
  )
})
