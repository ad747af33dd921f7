import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { demoDataset } from "../../../src/demo/demoDataset.ts"
import { hubKeys, unlistedHubKeys } from "../../../src/demo/demoHubKeys.ts"
import { organizationXid } from "../../../src/demo/demoOrganizations.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { memberTokens, operatorTokens } from "../../../src/demo/demoTokens.ts"
import { demoValidity, mintMemberToken, mintOperatorToken } from "../../../src/layers/developmentIssuer.ts"
import { keyHeader, refused } from "../../support/messaging.ts"
import * as Service from "../../support/http/service.ts"
import { suspending } from "../../support/datasets/suspending.ts"

const base = "/api/external/v1"

/** Method and path of each operation. */
const operations = [
  ["GET", `${base}/brands`],
  ["GET", `${base}/messaging?scope=ws-a-main`],
  ["POST", `${base}/messaging?scope=ws-a-main`]
] as const

const call = (method: string, path: string, headers: Record<string, string>) =>
  Service.Service.use((service) => service.call(method, path, { headers }))

const refusedEverywhere = Effect.fnUntraced(function* (headers: Record<string, string>, code: string, why: string) {
  for (const [method, path] of operations) {
    const answer = yield* call(method, path, headers)
    refused(answer, 401, code)
    assert.strictEqual(answer.headers.get("www-authenticate"), "Bearer", why)
    assert.match(answer.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
    assert.strictEqual(answer.headers.get("cache-control"), "no-store")
    assert.isNull(answer.headers.get("x-ratelimit-limit"))
  }
})

layer(Service.layer({ environment: { HUB_LIMIT_HUB_KEY: "100000" } }))("organization API keys", (it) => {
  it.effect("HUB-078: accepts a key as a bearer token, with the scheme in any case", () =>
    Effect.gen(function* () {
      for (const scheme of ["Bearer", "bearer", "BEARER", "bEaReR", "Bearer  "]) {
        const answer = yield* call("GET", `${base}/brands`, { authorization: `${scheme} ${hubKeys.KH_all}` })
        assert.strictEqual(answer.status, 200, scheme)
      }
    })
  )

  it.effect("HUB-078, HUB-089: no Authorization is missing_credential, a wrong one invalid_credential", () =>
    Effect.gen(function* () {
      yield* refusedEverywhere({}, "missing_credential", "none")
      yield* refusedEverywhere({ "x-api-key": hubKeys.KH_all }, "missing_credential", "the partner's header")
      const key = hubKeys.KH_all
      for (const authorization of [
        "Bearer",
        "bearer ",
        `Basic ${key}`,
        `Basic ${Buffer.from(`${key}:`).toString("base64")}`,
        key,
        `Bearer: ${key}`,
        `Bearer "${key}"`,
        `Bearer ${key} ${key}`,
        `Bearer ${key},`,
        `Bearer ${key.slice(0, -1)}`,
        `Bearer ${key}0`,
        `Bearer ${key.toLowerCase()}`,
        `Bearer ${key.replace("hub_dev", "hub_live")}`,
        `Bearer ${key.replace("_org_", "_ptr_")}`,
        `Bearer ${"x".repeat(8000)}`
      ]) {
        yield* refusedEverywhere({ authorization }, "invalid_credential", authorization.slice(0, 60))
      }
      for (const query of [`?access_token=${key}`, `?api_key=${key}`, `?authorization=Bearer%20${key}`]) {
        refused(yield* call("GET", `${base}/brands${query}`, {}), 401, "missing_credential")
      }
    })
  )

  it.effect("HUB-080, HUB-089: unknown, expired, revoked and foreign keys get the same 401", () =>
    Effect.gen(function* () {
      const unknown = `${hubKeys.KH_all.slice(0, -43)}${"A".repeat(43)}`
      for (const [method, path] of operations) {
        const bodies: Array<unknown> = []
        for (const secret of [unknown, hubKeys.KH_expired, hubKeys.KH_revoked, partnerKeys.PA, "nonsense"]) {
          bodies.push(
            refused(yield* call(method, path, { authorization: `Bearer ${secret}` }), 401, "invalid_credential")
          )
        }
        for (const body of bodies) assert.deepStrictEqual(body, bodies[0])
      }
    })
  )

  it.effect("HUB-085, GEN-002, A-42: member and operator tokens and partner keys are invalid_credential", () =>
    Effect.gen(function* () {
      const member = yield* mintMemberToken({ ...demoValidity, ...memberTokens.T1 })
      const operator = yield* mintOperatorToken({ ...demoValidity, ...operatorTokens.OT_A })
      for (const token of [member, operator, `${operator}.${hubKeys.KH_all}`]) {
        yield* refusedEverywhere({ authorization: `Bearer ${token}` }, "invalid_credential", token.slice(0, 30))
      }
      for (const secret of Object.values(partnerKeys)) {
        yield* refusedEverywhere({ authorization: `Bearer ${secret}` }, "invalid_credential", secret)
      }
    })
  )

  it.effect("GEN-002: other APIs refuse a hub key", () =>
    Effect.gen(function* () {
      const headers = { ...keyHeader("KH_all"), "x-api-key": hubKeys.KH_all }
      for (const path of [
        `/api/v1/orgs/${organizationXid("A")}/messaging`,
        "/api/v1/session",
        "/api/operator-mcp",
        "/v1/partner/scope",
        "/v1/members/me"
      ]) {
        for (const method of ["GET", "POST"]) {
          const answer = yield* call(method, path, headers)
          assert.isTrue([401, 404, 405].includes(answer.status), `${method} ${path}: ${answer.status}`)
        }
      }
    })
  )

  it.effect("HUB-084: there is no token endpoint", () =>
    Effect.gen(function* () {
      for (const path of ["/oauth/token", "/oauth2/token", "/token", `${base}/token`, `${base}/oauth/token`]) {
        const answer = yield* Service.Service.use((service) =>
          service.call("POST", path, {
            headers: { ...keyHeader("KH_all"), "content-type": "application/x-www-form-urlencoded" },
            body: "grant_type=client_credentials"
          })
        )
        assert.strictEqual(answer.status, 404, path)
      }
    })
  )

  it.effect("HUB-081, HUB-015: keys without an active grant read brands, but not messaging", () =>
    Effect.gen(function* () {
      for (const key of ["KH_widget", "KH_grant_off"] as const) {
        assert.strictEqual((yield* call("GET", `${base}/brands`, keyHeader(key))).status, 200)
        assert.strictEqual((yield* call("GET", `${base}/messaging?scope=ws-a-main`, keyHeader(key))).status, 403)
      }
    })
  )

  it.effect("HUB-083, GEN-009: no response contains a secret or its hash", () =>
    Effect.gen(function* () {
      const secrets = [...Object.values(hubKeys), ...Object.values(unlistedHubKeys)]
      const { apiKeys } = demoDataset(yield* DateTime.now)
      assert.isTrue(secrets.every((secret) => !JSON.stringify(apiKeys).includes(secret)))
      const answers = [
        yield* call("GET", `${base}/brands`, keyHeader("KH_all")),
        yield* call("GET", `${base}/messaging?scope=ws-a-main`, keyHeader("KH_all")),
        yield* call("GET", `${base}/brands?limit=0`, keyHeader("KH_all")),
        yield* call("GET", `${base}/brands`, { authorization: `Bearer ${hubKeys.KH_revoked}` }),
        yield* call("GET", `${base}/openapi.json`, keyHeader("KH_all")),
        yield* call("GET", "/metrics", keyHeader("KH_all"))
      ]
      for (const { headers, text } of answers) {
        const all = JSON.stringify([...headers]) + text
        for (const secret of secrets) assert.notInclude(all, secret.slice(-43))
        for (const { secretHash } of apiKeys) assert.notInclude(all, secretHash)
      }
    })
  )
})

layer(
  Service.layer({
    dataset: (now) => {
      const data = suspending(demoDataset(now), 2)
      return {
        ...data,
        apiKeys: data.apiKeys.map((row) => {
          if (row.name === "KH_other") return { ...row, environment: "sandbox" as const }
          if (row.name === "KH_team") return { ...row, expiresAt: DateTime.add(now, { hours: 1 }) }
          if (row.name === "KH_brands") return { ...row, revokedAt: DateTime.add(now, { hours: 1 }) }
          return row
        })
      }
    },
    environment: { HUB_TEST_CONTROLS: "1" }
  })
)("keys that are not valid", (it) => {
  const status = (key: Parameters<typeof keyHeader>[0]) =>
    Effect.map(call("GET", `${base}/brands`, keyHeader(key)), (answer) => answer.status)

  it.effect("HUB-080, PAR-099: keys of another environment or of a suspended organization are refused", () =>
    Effect.gen(function* () {
      for (const key of ["KH_other", "KH_B"] as const) {
        refused(yield* call("GET", `${base}/brands`, keyHeader(key)), 401, "invalid_credential")
      }
      assert.strictEqual(yield* status("KH_E"), 200)
    })
  )

  it.effect("HUB-080: a key works until its expiresAt or revokedAt, and is 401 after that", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual([yield* status("KH_team"), yield* status("KH_brands")], [200, 200])
      const { call: send } = yield* Service.Service
      yield* send("POST", "/__test/clock", { body: { advanceSeconds: 3601 } })
      assert.deepStrictEqual([yield* status("KH_team"), yield* status("KH_brands")], [401, 401])
      assert.strictEqual(yield* status("KH_all"), 200)
    })
  )
})
