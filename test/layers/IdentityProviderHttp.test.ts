import { assert, describe, it } from "@effect/vitest"
import { Clock, DateTime, Effect, Fiber, Layer, Logger, Option, Redacted } from "effect"
import { HttpClient, type HttpClientError, HttpClientResponse } from "effect/http"
import { CircuitBreaker } from "effect/persistence"
import { TestClock } from "effect/testing"
import type { Credential } from "../../src/domain/access/Credentials.ts"
import { IdentityProvider, IdentityProviderUnavailable, KeyUnknown } from "../../src/domain/access/IdentityProvider.ts"
import { Organizations } from "../../src/domain/organizations/Organizations.ts"
import { Faults } from "../../src/domain/shared/Faults.ts"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { hubKeys } from "../../src/demo/demoHubKeys.ts"
import { organizationXid } from "../../src/demo/demoOrganizations.ts"
import { sha256 } from "../../src/demo/seeded.ts"
import { layerHttp, makeIdentityProviderHttp } from "../../src/layers/identityProvider/makeIdentityProviderHttp.ts"
import { patientClock } from "../support/patientClock.ts"
import { freePort } from "../support/servers/freePort.ts"
import * as Stub from "../support/servers/IdentityProviderStub.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z")
const { apiKeys, organizations } = demoWithoutCities(now)
const secret = hubKeys.KH_all
const keyHash = sha256(secret)
const [own, other] = organizations

const credential = (): Credential => {
  const key = apiKeys.find((candidate) => candidate.secretHash === keyHash)
  if (key === undefined) throw new Error("KH_all is in the demo data")
  return { key, organization: own ?? null, integration: null }
}
const local = credential()

/** Maps the provider's ids of organizations, which are not their external ids. */
const directory = Layer.succeed(Organizations, {
  findById: () => Effect.succeedNone,
  list: () => Effect.succeed([]),
  find: () => Effect.succeedNone,
  findBySlug: () => Effect.succeedNone,
  findBySlugForUpdate: () => Effect.succeedNone,
  findByIdentity: (provider, id) =>
    Effect.succeed(
      provider === "the provider"
        ? Option.fromUndefinedOr(id === "org_own" ? own : id === "org_other" ? other : undefined)
        : Option.none()
    )
})

const options = { key: Redacted.make("provider-key"), provider: "the provider" }
const permissions = ["hub:api:brands:read"]
const validKey = { keyId: "key_1", organizationId: "org_own", permissions, expiresAt: null }
const verified = { organizationXid: organizationXid("A"), permissions }

type Found = Effect.Success<ReturnType<typeof Stub.serve>>

/** Calls a provider that gives `answers` in turn, the last one from then on. */
const against = <A, E>(
  answers: ReadonlyArray<Stub.Answer>,
  use: (verify: IdentityProvider["Service"]["verifyKey"], stub: Found) => Effect.Effect<A, E>
) =>
  Effect.gen(function* () {
    let turn = 0
    const stub = yield* Stub.serve(() => answers[Math.min(turn++, answers.length - 1)] ?? "silence")
    return yield* IdentityProvider.use(({ verifyKey }) => use(verifyKey, stub)).pipe(
      Effect.provide([layerHttp({ ...options, url: stub.url }).pipe(Layer.provide(directory)), Logger.layer([])]),
      Effect.provideService(Clock.Clock, patientClock(stub.silences))
    )
  })

/** Title, what the provider does, how many requests it gets. */
const failures: ReadonlyArray<readonly [string, Stub.Answer, number]> = [
  ["does not answer", "silence", 3],
  ["drops the connection", "hang up", 3],
  ["answers 500", Stub.json(500, { secret: "stack" }), 3],
  ["answers 503", { status: 503, body: "" }, 3],
  ["answers with text that is not JSON", { status: 200, body: "<html>" }, 1],
  ["answers with an empty body", { status: 200, body: "" }, 1],
  ["answers 204", { status: 204, body: "" }, 1],
  ["names no organization", Stub.json(200, { ...validKey, organizationId: "" }), 1],
  ["omits permissions", Stub.json(200, { ...validKey, permissions: undefined }), 1],
  ["answers with permissions that are not a list", Stub.json(200, { ...validKey, permissions: permissions[0] }), 1],
  ["omits expiresAt", Stub.json(200, { ...validKey, expiresAt: undefined }), 1],
  ["answers with an invalid expiresAt", Stub.json(200, { ...validKey, expiresAt: "soon" }), 1],
  ["answers with more than 64 KiB", Stub.json(200, { ...validKey, filler: "x".repeat(70_000) }), 1],
  ["refuses the hub's own key", Stub.json(401, {}), 1],
  ["forbids the request", Stub.json(403, {}), 1],
  ["rejects the request", Stub.json(400, {}), 1],
  ["rate limits the hub", Stub.json(429, {}), 1],
  ["redirects", Stub.json(302, {}), 1]
]

describe("IdentityProviderHttp over a socket", () => {
  it.live("HUB-079: takes organization and permissions from the provider, which gets only the hash of the key", () =>
    against([Stub.json(200, { ...validKey, more: 1 })], (verify, { asked }) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* verify(secret, local), verified)
        assert.strictEqual(asked.length, 1)
        const [{ everything, ...one }] = [asked[0] ?? assert.fail("no request")]
        assert.deepStrictEqual(one, {
          method: "POST",
          path: "/idp/keys/verify",
          authorization: "Bearer provider-key",
          fields: ["keyHash"],
          keyHash
        })
        assert.notInclude(everything, secret.slice(-43))
      })
    )
  )

  it.live("HUB-079: a change of permissions takes effect on the next request, over persistent connections", () =>
    against(
      [
        Stub.json(200, validKey),
        Stub.json(200, { ...validKey, permissions: [] }),
        Stub.json(404, {}),
        Stub.json(200, validKey)
      ],
      (verify, { asked, connections }) =>
        Effect.gen(function* () {
          assert.deepStrictEqual((yield* verify(secret, local)).permissions, permissions)
          assert.deepStrictEqual((yield* verify(secret, local)).permissions, [])
          assert.deepStrictEqual(yield* Effect.flip(verify(secret, local)), new KeyUnknown())
          for (let turn = 0; turn < 20; turn++) assert.deepStrictEqual(yield* verify(secret, local), verified)
          assert.strictEqual(asked.length, 23)
          // The client may open a second one for a request in the event-loop turn in which the first answer ended.
          assert.isAtMost(connections(), 2)
        })
    )
  )

  for (const status of [404, 410]) {
    it.live(`HUB-079, HUB-080: a key is unknown if the provider answers with ${status}`, () =>
      against([{ status, body: "" }], (verify, { asked }) =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* Effect.flip(verify(secret, local)), new KeyUnknown())
          assert.strictEqual(asked.length, 1)
        })
      )
    )
  }

  for (const [title, answer, tries] of failures) {
    it.live(`HUB-079: every key is refused when the provider ${title}`, () =>
      against([answer], (verify, { asked }) =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* Effect.flip(verify(secret, local)), new IdentityProviderUnavailable())
          assert.strictEqual(asked.length, tries)
        })
      )
    )
  }

  it.live("HUB-079: every key is refused when nothing listens", () =>
    Effect.gen(function* () {
      const url = new URL(`http://127.0.0.1:${yield* freePort}`)
      const error = yield* IdentityProvider.use(({ verifyKey }) => Effect.flip(verifyKey(secret, local))).pipe(
        Effect.provide([layerHttp({ ...options, url }).pipe(Layer.provide(directory)), Logger.layer([])])
      )
      assert.deepStrictEqual(error, new IdentityProviderUnavailable())
    })
  )

  for (const answer of ["silence", "hang up", Stub.json(500, {})] as const) {
    it.live(`HUB-079: retries after ${JSON.stringify(answer)}`, () =>
      against([answer, Stub.json(200, validKey)], (verify, { asked }) =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* verify(secret, local), verified)
          assert.strictEqual(asked.length, 2)
        })
      )
    )
  }

  it.live("HUB-079: sends no credential of its own if none is configured", () =>
    Effect.gen(function* () {
      const stub = yield* Stub.serve(() => Stub.json(200, validKey))
      const layer = layerHttp({ ...options, key: undefined, url: stub.url }).pipe(Layer.provide(directory))
      yield* IdentityProvider.use(({ verifyKey }) => verifyKey(secret, local)).pipe(Effect.provide(layer))
      assert.strictEqual(stub.asked[0]?.authorization, undefined)
    })
  )
})

type Reply = () => Effect.Effect<Response, HttpClientError.HttpClientError>

const reply =
  (status: number, body: unknown): Reply =>
  () =>
    Effect.succeed(new Response(JSON.stringify(body), { status }))

/** The service on the test clock, over a client that replies with `provider.reply` and counts requests. */
const scripted = Effect.gen(function* () {
  yield* TestClock.setTime(now.epochMilliseconds)
  const provider: { reply: Reply; requests: number } = { reply: reply(200, validKey), requests: 0 }
  const client = HttpClient.make((request) =>
    Effect.suspend(() => {
      provider.requests += 1
      return Effect.map(provider.reply(), (response) => HttpClientResponse.fromWeb(request, response))
    })
  )
  const verify = yield* makeIdentityProviderHttp({ ...options, url: new URL("http://idp.test") }).pipe(
    Effect.provideService(HttpClient.HttpClient, client)
  )
  return { provider, verify: verify(secret, local) }
}).pipe(Effect.provide([CircuitBreaker.layerStoreMemory(), directory]))

/** Runs a call while the clock advances enough for all of its tries. */
const within = Effect.fnUntraced(function* <A, E>(call: Effect.Effect<A, E>) {
  const fiber = yield* Effect.forkChild(Effect.flip(call), { startImmediately: true })
  yield* TestClock.adjust("2 seconds")
  return yield* Fiber.join(fiber)
})

const unavailable = new IdentityProviderUnavailable()

describe("IdentityProviderHttp on the test clock", () => {
  it.effect("HUB-079, HUB-080: a key is unknown from the provider's expiresAt on, to the millisecond", () =>
    Effect.gen(function* () {
      const { provider, verify } = yield* scripted
      const ends = (at: string) => {
        provider.reply = reply(200, { ...validKey, expiresAt: at })
      }
      ends("2026-05-10T12:00:00.001Z")
      assert.deepStrictEqual(yield* verify, verified)
      ends("2026-05-10T14:00:00.001+02:00")
      assert.deepStrictEqual(yield* verify, verified)
      for (const past of ["2026-05-10T12:00:00.000Z", "2026-05-10T14:00:00+02:00", "1999-01-01T00:00:00Z"]) {
        ends(past)
        assert.deepStrictEqual(yield* Effect.flip(verify), new KeyUnknown())
      }
    })
  )

  it.effect(
    "HUB-079, A-44: maps the provider's organization id; a key of an organization without a mapping is unknown",
    () =>
      Effect.gen(function* () {
        const { provider, verify } = yield* scripted
        provider.reply = reply(200, { ...validKey, organizationId: "org_other" })
        assert.strictEqual((yield* verify).organizationXid, organizationXid("B"))
        for (const organizationId of [organizationXid("A"), "org_nobody", "org_own "]) {
          provider.reply = reply(200, { ...validKey, organizationId })
          assert.deepStrictEqual(yield* Effect.flip(verify), new KeyUnknown())
        }
      })
  )

  it.effect("HUB-079: gives up on a silent provider within 2 s, after three tries", () =>
    Effect.gen(function* () {
      const { provider, verify } = yield* scripted
      provider.reply = () => Effect.never
      assert.deepStrictEqual(yield* within(verify), unavailable)
      assert.strictEqual(provider.requests, 3)
    })
  )

  it.effect("HUB-079: the fifth failure in a row opens the circuit, and then every key is refused at once", () =>
    Effect.gen(function* () {
      const { provider, verify } = yield* scripted
      provider.reply = reply(500, {})
      for (let call = 0; call < 5; call++) assert.deepStrictEqual(yield* within(verify), unavailable)
      assert.strictEqual(provider.requests, 15)
      provider.reply = reply(200, validKey)
      assert.deepStrictEqual(yield* Effect.flip(verify), unavailable)
      assert.strictEqual(provider.requests, 15)
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(yield* verify, verified)
      assert.deepStrictEqual(yield* verify, verified)
    })
  )

  it.effect("HUB-079: unknown keys do not open the circuit for the others", () =>
    Effect.gen(function* () {
      const { provider, verify } = yield* scripted
      for (const status of [404, 410, 401]) {
        provider.reply = reply(status, {})
        for (let call = 0; call < 10; call++) yield* Effect.flip(verify)
      }
      provider.reply = reply(200, validKey)
      assert.deepStrictEqual(yield* verify, verified)
    })
  )

  it.effect("HUB-079: logs the reason, once per call, without key, hash or the provider's response", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const logger = Logger.layer([
        Logger.make((entry) => {
          lines.push(Logger.formatJson.log(entry))
        })
      ])
      const { provider, verify } = yield* scripted
      provider.reply = reply(200, { ...validKey, permissions: "guest text" })
      yield* within(verify).pipe(Effect.provide(logger))
      provider.reply = reply(500, {})
      yield* within(verify).pipe(Effect.provide(logger))
      provider.reply = reply(404, {})
      yield* within(verify).pipe(Effect.provide(logger))
      assert.strictEqual(lines.length, 2)
      assert.include(lines[0], "permissions")
      assert.include(lines[1], "status 500")
      for (const hidden of [secret, keyHash, "provider-key", "guest text"]) assert.notInclude(lines.join(), hidden)
    })
  )

  it.effect(
    "GEN-014, HUB-079: the idp fault point fails every call before the circuit breaker, without a request",
    () =>
      Effect.gen(function* () {
        const stub = yield* Stub.serve(() => Stub.json(200, validKey))
        const layer = layerHttp({ ...options, url: stub.url }).pipe(Layer.provide(directory))
        yield* IdentityProvider.use(({ verifyKey }) =>
          Effect.gen(function* () {
            const struck = verifyKey(secret, local).pipe(
              Effect.provideService(Faults, { strike: (point) => Effect.succeed(point === "idp") })
            )
            for (let call = 0; call < 6; call++) assert.deepStrictEqual(yield* Effect.flip(struck), unavailable)
            assert.strictEqual(stub.asked.length, 0)
          })
        ).pipe(Effect.provide(layer))
      })
  )
})
