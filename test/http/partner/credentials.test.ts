import { assert, layer } from "@effect/vitest"
import { Context, DateTime, Effect } from "effect"
import { surfaces } from "../../../src/cli/server/application.ts"
import { demoDataset } from "../../../src/demo/demoDataset.ts"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { identityOrganizationId } from "../../../src/demo/demoOrganizations.ts"
import { operatorSubject } from "../../../src/demo/demoOperators.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { sha256 } from "../../../src/demo/seeded.ts"
import { isOpen } from "../../../src/http/partner/PartnerOpenAccess.ts"
import { Deployment } from "../../../src/domain/shared/Deployment.ts"
import { demoValidity } from "../../../src/layers/developmentIssuer.ts"
import { rawCall } from "../../support/http/rawCall.ts"
import { bearer, isFailure, key, operator, partner, statusAndCode, tokenOf } from "../../support/partner.ts"
import { partnerSamples } from "../../support/samples/partnerSamples.ts"
import * as Service from "../../support/http/service.ts"

const { organizations } = demoIds

/** A route that returns data; scope discovery is in scope.test.ts. */
const path = "/arrivals"

/** Invalid variants of a valid secret. */
const variantsOf = (secret: string) => [
  secret.slice(0, -1),
  `${secret}A`,
  `${secret.slice(0, -1)}_`,
  secret.toUpperCase()
]

layer(Service.layer())("partner credentials", (it) => {
  it.effect("PAR-090: accepts partner and admin keys in X-API-Key, in any case of the header name", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      for (const name of ["PA", "PADM", "PADM_A"] as const) {
        assert.strictEqual((yield* get(path, key(name))).status, 200, name)
      }
      const { baseUrl } = yield* Service.Service
      const mixedCase = yield* Effect.promise(() =>
        rawCall(baseUrl, {
          method: "GET",
          path: "/v1/partner/arrivals",
          headers: { "X-aPi-KEY": partnerKeys.PA },
          body: undefined
        })
      )
      assert.strictEqual(mixedCase.status, 200)
    })
  )

  it.effect("PAR-090, PAR-130: altered keys, keys without the Partner API's prefix and keys in the query are 401", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const bare = partnerKeys.PA.slice("hub_dev_ptr_".length)
      for (const secret of [
        bare,
        `sk_${bare}`,
        hubKeys.KH_all,
        ...variantsOf(partnerKeys.PA),
        `${partnerKeys.PA}, ${partnerKeys.PA}`
      ]) {
        const answer = yield* get(path, { "x-api-key": secret })
        assert.deepStrictEqual(
          [...statusAndCode(answer), answer.at("type")],
          [401, "invalid_api_key", "authentication_error"],
          secret
        )
        assert.isUndefined(answer.at("details"))
      }
      for (const name of ["X-API-Key", "api_key", "apiKey", "key"]) {
        assert.deepStrictEqual(statusAndCode(yield* get(`${path}?${name}=${partnerKeys.PA}`, {})), [
          401,
          "missing_credentials"
        ])
      }
    })
  )

  it.effect("PAR-091, A-79: a service-level key is 403 auth_level_not_allowed at every endpoint", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const declared = surfaces.flatMap(({ endpoints, name }) => (name === "partner" ? endpoints : []))
      assert.isNotEmpty(declared)
      for (const endpoint of declared.filter((one) => !isOpen(one))) {
        const { method, identifier: name } = endpoint
        const { body, path: samplePath = assert.fail(`no sample of ${name}`) } = partnerSamples[name] ?? {}
        const headers = { ...key("PA_service"), "idempotency-key": `service ${name}` }
        const answer = yield* call(method, samplePath, { headers, body })
        assert.deepStrictEqual(
          [...statusAndCode(answer), answer.at("type")],
          [403, "auth_level_not_allowed", "permission_error"],
          name
        )
      }
    })
  )

  it.effect("PAR-093: accepts an operator's token, with exactly the permissions of its claims", () =>
    Effect.gen(function* () {
      const { get, post } = yield* partner
      assert.strictEqual((yield* get(path, yield* operator("OT_A"))).status, 200)
      const reader = yield* operator("OT_A", { permissions: ["partner:arrivals:read"] })
      assert.strictEqual((yield* get(path, reader)).status, 200)
      const refused = yield* post(`/arrivals/${demoIds.arrivals["open"]}/ack`, reader)
      assert.deepStrictEqual(statusAndCode(refused), [403, "insufficient_scope"])
      const nothing = yield* operator("OT_A", { permissions: [] })
      assert.deepStrictEqual(statusAndCode(yield* get(path, nothing)), [403, "insufficient_scope"])
    })
  )

  it.effect("PAR-093: an operator reaches the venues of their row; another organization in the token is 403", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const ofV1 = yield* operator("OT_A", { subject: operatorSubject("v1") })
      assert.deepStrictEqual((yield* get("/scope", ofV1)).each("venues", "id"), [demoIds.venues.V1])
      const elsewhere = yield* operator("OT_A", { organization: identityOrganizationId("B") })
      assert.deepStrictEqual(statusAndCode(yield* get(path, elsewhere)), [403, "no_organization"])
      const unmapped = yield* operator("OT_A", { organization: organizations.A })
      assert.deepStrictEqual(statusAndCode(yield* get(path, unmapped)), [403, "no_organization"], "A-44")
    })
  )

  it.effect("PAR-093, PAR-098: malformed, altered and expired tokens, and those of no active operator, are 401", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const token = yield* tokenOf("OT_A")
      const invalidTokens = [
        `${token.slice(0, -8)}AAAAAAAA`,
        token.split(".").slice(0, 2).join("."),
        `${token.split(".").slice(0, 2).join(".")}.`,
        "garbage",
        yield* tokenOf("OT_A", { subject: "nobody" }),
        yield* tokenOf("OT_A", { subject: operatorSubject("deactivated") })
      ]
      for (const invalidToken of invalidTokens) {
        const answer = yield* get(path, bearer(invalidToken))
        assert.deepStrictEqual(statusAndCode(answer), [401, "invalid_access_token"])
        assert.isUndefined(answer.at("details"))
      }
      const expired = yield* operator("OT_A", { expiresAt: DateTime.add(demoValidity.issuedAt, { days: 1 }) })
      const answer = yield* get(path, expired)
      assert.deepStrictEqual(
        [...statusAndCode(answer), answer.at("details.reason")],
        [401, "expired_credentials", "expired"]
      )
    })
  )

  it.effect("PAR-094: an operator without an organization gets 403 no_organization, reading and writing", () =>
    Effect.gen(function* () {
      const { get, post } = yield* partner
      const nobody = yield* operator("OT_noorg")
      for (const answer of [
        yield* get(path, nobody),
        yield* get(`/arrivals/${demoIds.arrivals["open"]}`, nobody),
        yield* post(`/arrivals/${demoIds.arrivals["open"]}/ack`, nobody)
      ]) {
        assert.deepStrictEqual(
          [...statusAndCode(answer), answer.at("details.reason")],
          [403, "no_organization", "no_organization"]
        )
      }
    })
  )

  it.effect("PAR-097, PAR-130, A-03: two different credentials are 400 ambiguous_credentials, valid or not", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const token = yield* tokenOf("OT_A")
      for (const authorization of [
        `Bearer ${partnerKeys.PB}`,
        `Bearer ${token}`,
        "Bearer garbage",
        `Basic ${partnerKeys.PA}`,
        partnerKeys.PA
      ]) {
        for (const secret of [partnerKeys.PA, "garbage of another kind", partnerKeys.PA_service]) {
          const answer = yield* get(path, { "x-api-key": secret, authorization })
          assert.deepStrictEqual(
            [...statusAndCode(answer), answer.at("type")],
            [400, "ambiguous_credentials", "validation_error"]
          )
        }
      }
    })
  )

  it.effect("PAR-097: the same key in both headers counts as X-API-Key", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      assert.strictEqual((yield* get(path, { ...key("PA"), ...bearer(partnerKeys.PA) })).status, 200)
      assert.strictEqual((yield* get(path, { ...key("PA"), authorization: `bearer  ${partnerKeys.PA}` })).status, 200)
      assert.deepStrictEqual(statusAndCode(yield* get(path, { "x-api-key": "x", ...bearer("x") })), [
        401,
        "invalid_api_key"
      ])
    })
  )

  it.effect("PAR-098, PAR-132, A-80: missing, malformed, unknown, expired and revoked credentials are 401", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const unknown = `hub_dev_ptr_${"a".repeat(43)}`
      const cases: ReadonlyArray<readonly [Record<string, string>, string, string | undefined]> = [
        [{}, "missing_credentials", undefined],
        [{ "x-api-key": "" }, "missing_credentials", undefined],
        [{ authorization: "Basic eDp5" }, "invalid_access_token", undefined],
        [{ authorization: "Bearer" }, "invalid_access_token", undefined],
        [{ "x-api-key": "hub_dev_ptr_short" }, "invalid_api_key", undefined],
        [{ "x-api-key": unknown }, "invalid_api_key", undefined],
        [key("PA_expired"), "expired_credentials", "expired"],
        [key("PA_revoked"), "invalid_api_key", "revoked"]
      ]
      for (const [headers, code, reason] of cases) {
        const answer = yield* get(path, headers)
        assert.deepStrictEqual(
          [answer.status, answer.at("type"), answer.at("code")],
          [401, "authentication_error", code]
        )
        assert.strictEqual(answer.at("details.reason"), reason)
        assert.isTrue(isFailure(answer), answer.text)
        assert.strictEqual(answer.headers.get("www-authenticate"), "Bearer")
      }
    })
  )

  it.effect("PAR-099, A-51: a key of another environment is unknown: 401 invalid_api_key without details", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const answer = yield* get(path, key("PA_sbx"))
      assert.deepStrictEqual([...statusAndCode(answer), answer.at("details")], [401, "invalid_api_key", undefined])
    })
  )

  it.effect("PAR-100: two keys of an organization work side by side", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      assert.strictEqual((yield* get(path, key("PA"))).status, 200)
      assert.strictEqual((yield* get(path, key("PADM_A"))).status, 200)
    })
  )

  it.effect("PAR-101: sends no Access-Control-Allow-Origin; answers to GET are no-store", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      for (const [method, headers] of [
        ["OPTIONS", { "access-control-request-method": "GET" }],
        ["GET", key("PA")],
        ["GET", {}]
      ] as const) {
        const answer = yield* call(method, "/v1/partner/arrivals", {
          headers: { ...headers, origin: "https://example.com" }
        })
        assert.isNull(answer.headers.get("access-control-allow-origin"))
        if (method === "GET") assert.strictEqual(answer.headers.get("cache-control"), "no-store")
      }
    })
  )
})

const sandbox = Service.layer({
  replace: (services) =>
    Context.add(services, Deployment, { ...Context.get(services, Deployment), environment: "sandbox" })
})

layer(sandbox)("partner credentials in the sandbox", (it) => {
  it.effect("PAR-099: only keys of the sandbox are accepted", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      assert.strictEqual((yield* get(path, key("PA_sbx"))).status, 200)
      for (const name of ["PA", "PADM"] as const) {
        assert.deepStrictEqual(statusAndCode(yield* get(path, key(name))), [401, "invalid_api_key"], name)
      }
    })
  )
})

const unprefixed = "sk_live_without_the_prefix_of_this_platform_0123456789"

layer(
  Service.layer({
    dataset: (now) => {
      const demo = demoDataset(now)
      const own = demo.apiKeys.find(({ name, surface }) => name === "PA" && surface === "partner")
      const stored = own === undefined ? [] : [{ ...own, id: 9999, xid: "unprefixed", secretHash: sha256(unprefixed) }]
      return { ...demo, apiKeys: [...demo.apiKeys, ...stored] }
    }
  })
)("stored partner keys without the prefix", (it) => {
  it.effect("PAR-090: a stored key without the platform's prefix is 401 invalid_api_key", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      assert.deepStrictEqual(statusAndCode(yield* get(path, { "x-api-key": unprefixed })), [401, "invalid_api_key"])
    })
  )
})
