import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { identityOrganizationId } from "../../../src/demo/demoOrganizations.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { patientClock } from "../../support/patientClock.ts"
import { freePort } from "../../support/servers/freePort.ts"
import * as Stub from "../../support/servers/IdentityProviderStub.ts"
import { keyHeader, type KeyName, refused } from "../../support/messaging.ts"
import * as Service from "../../support/http/service.ts"

const base = "/api/external/v1"
const quietly = Effect.provide(Logger.layer([]))

const get = (key: KeyName, path = "/brands") =>
  Service.Service.use(({ call }) => call("GET", `${base}${path}`, { headers: keyHeader(key) }))

const over = (url: URL) => ({
  IDENTITY_PROVIDER_URL: url.href,
  IDENTITY_PROVIDER_KEY: "provider-key",
  HUB_TEST_CONTROLS: "1"
})

const verification = {
  keyId: "key_1",
  organizationId: identityOrganizationId("A"),
  permissions: ["hub:api:brands:read"],
  expiresAt: null
}

/** Runs `use` with the service over a provider that reacts as `provider.answer` says at the time. */
const behind = <A, E, R>(
  use: (provider: { answer: Stub.Answer; readonly requests: ReadonlyArray<Stub.Asked> }) => Effect.Effect<A, E, R>
) =>
  Effect.gen(function* () {
    let answer: Stub.Answer = Stub.json(200, verification)
    const stub = yield* Stub.serve(() => answer)
    const provider = {
      requests: stub.asked,
      get answer() {
        return answer
      },
      set answer(next: Stub.Answer) {
        answer = next
      }
    }
    const clock = patientClock(stub.silences)
    return yield* Effect.provide(use(provider), Service.layer({ environment: over(stub.url), clock }))
  }).pipe(Effect.scoped, quietly)

describe("a hub key behind an identity provider", () => {
  it.live("HUB-079: a key has the provider's current permissions, not the stored ones", () =>
    behind((provider) =>
      Effect.gen(function* () {
        assert.strictEqual((yield* get("KH_all")).status, 200)
        refused(yield* get("KH_all", "/messaging?scope=ws-a-main"), 403, "permission_denied")
        provider.answer = Stub.json(200, { ...verification, permissions: ["hub:api:actions:read"] })
        refused(yield* get("KH_all"), 403, "permission_denied")
        assert.strictEqual((yield* get("KH_all", "/messaging?scope=ws-a-main")).status, 200)
        provider.answer = Stub.json(200, { ...verification, permissions: [] })
        refused(yield* get("KH_all"), 403, "permission_denied")
        assert.strictEqual(provider.requests.length, 5)
      })
    )
  )

  it.live("HUB-079, HUB-080: a key is 401 at once when the provider no longer has it or reports it expired", () =>
    behind((provider) =>
      Effect.gen(function* () {
        for (const answer of [
          Stub.json(404, {}),
          Stub.json(410, {}),
          Stub.json(200, { ...verification, expiresAt: "2020-01-01T00:00:00Z" })
        ]) {
          provider.answer = Stub.json(200, verification)
          assert.strictEqual((yield* get("KH_all")).status, 200)
          provider.answer = answer
          const over = yield* get("KH_all")
          refused(over, 401, "invalid_credential")
          assert.isNull(over.headers.get("x-ratelimit-limit"))
        }
      })
    )
  )

  it.live("HUB-079, GEN-003: a key is refused when the provider names another organization than its own", () =>
    behind((provider) =>
      Effect.gen(function* () {
        for (const organizationId of [identityOrganizationId("B"), "org_nobody", ""]) {
          provider.answer = Stub.json(200, { ...verification, organizationId })
          const answer = yield* get("KH_all")
          assert.isTrue(answer.status === 401 || answer.status === 503, answer.text)
        }
        provider.answer = Stub.json(200, { ...verification, organizationId: identityOrganizationId("B") })
        assert.strictEqual((yield* get("KH_B")).status, 200)
      })
    )
  )

  it.live("HUB-079, HUB-082, HUB-080: a key is also checked against its stored expiry, revocation and grant", () =>
    behind((provider) =>
      Effect.gen(function* () {
        provider.answer = Stub.json(200, {
          ...verification,
          permissions: ["hub:api:brands:read", "hub:api:actions:read"]
        })
        for (const key of ["KH_expired", "KH_revoked"] as const) {
          refused(yield* get(key), 401, "invalid_credential")
        }
        for (const key of ["KH_widget", "KH_grant_off"] as const) {
          assert.strictEqual((yield* get(key, "/messaging?scope=ws-a-main")).status, 403)
        }
        for (const secret of [partnerKeys.PA, partnerKeys.POK, `${hubKeys.KH_all.slice(0, -1)}0`]) {
          const answer = yield* Service.Service.use(({ call }) =>
            call("GET", `${base}/brands`, { headers: { authorization: `Bearer ${secret}` } })
          )
          refused(answer, 401, "invalid_credential")
        }
        assert.strictEqual(provider.requests.length, 2)
      })
    )
  )

  it.live("HUB-079, HUB-089: a key is 503 when the provider fails, and works once it recovers", () =>
    behind((provider) =>
      Effect.gen(function* () {
        for (const answer of [Stub.json(500, {}), "hang up", "silence", { status: 200, body: "yes" }] as const) {
          provider.answer = answer
          const refusal = yield* get("KH_all")
          refused(refusal, 503, "identity_provider_unavailable")
        }
        provider.answer = Stub.json(200, verification)
        assert.strictEqual((yield* get("KH_all")).status, 200)
      })
    )
  )

  it.live("HUB-079: brands and messaging are 503 while the provider is unreachable", () =>
    Effect.gen(function* () {
      const url = new URL(`http://127.0.0.1:${yield* freePort}`)
      yield* Effect.gen(function* () {
        for (const path of ["/brands", "/messaging?scope=ws-a-main"]) {
          refused(yield* get("KH_all", path), 503, "identity_provider_unavailable")
        }
      }).pipe(Effect.provide(Service.layer({ environment: over(url) })))
    }).pipe(quietly)
  )

  it.live("GEN-014, HUB-079: the fault point idp acts as a failing provider", () =>
    behind(() =>
      Effect.gen(function* () {
        const { call } = yield* Service.Service
        const armed = yield* call("POST", "/__test/faults", { body: { point: "idp", times: 1 } })
        assert.strictEqual(armed.status, 200, armed.text)
        refused(yield* get("KH_all"), 503, "identity_provider_unavailable")
        assert.strictEqual((yield* get("KH_all")).status, 200)
      })
    )
  )
})
