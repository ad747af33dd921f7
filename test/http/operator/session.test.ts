import { assert, describe, it, layer } from "@effect/vitest"
import { Context, DateTime, Effect, Option } from "effect"
import { operatorSubject } from "../../../src/demo/demoOperators.ts"
import { organizationXid } from "../../../src/demo/demoOrganizations.ts"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import type { HeldSession } from "../../../src/domain/operators/OperatorSessions.ts"
import { OperatorSessions } from "../../../src/domain/operators/OperatorSessions.ts"
import { Deployment } from "../../../src/domain/shared/Deployment.ts"
import { isSameOrigin } from "../../../src/http/operator/isSameOrigin.ts"
import { endedCookie, sessionCookie } from "../../../src/http/operator/sessionCookie.ts"
import { controls } from "../../support/desk.ts"
import { tokenFor } from "../../support/member.ts"
import { layer as operatorLayer, operatorRoutes, sessionOf, withSessions } from "../../support/operator.ts"
import { bearer, operator, statusAndCode, tokenOf } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

const roots = ["messaging", "collaboration"].map(
  (root) => `/api/v1/orgs/${organizationXid("A")}/${root}?scope=ws-a-main`
)
const messaging = roots[0] ?? ""

const ownPage = { "sec-fetch-site": "same-origin" }

const signIn = (headers: Readonly<Record<string, string>>) =>
  Service.Service.use(({ call }) => call("POST", "/api/v1/session", { headers: { ...headers } }))

/** The cookie of a new session of an operator of the demo data. */
const cookieOf = (name: "S_read" | "S_manage") =>
  Effect.gen(function* () {
    const answer = yield* signIn({ ...(yield* operator(name)), ...ownPage })
    assert.strictEqual(answer.status, 204, answer.text)
    const [cookie = ""] = (answer.headers.get("set-cookie") ?? "").split(";")
    return { cookie }
  })

layer(operatorLayer())("operator sessions", (it) => {
  it.effect("INT-046: exchanges an access token for a session cookie that the operator routes accept", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const answer = yield* signIn({ ...(yield* operator("S_read")), ...ownPage })
      assert.deepStrictEqual([answer.status, answer.text, answer.headers.get("content-type")], [204, "", null])
      const set = answer.headers.get("set-cookie") ?? ""
      assert.match(set, /^hub_session=[0-9A-Za-z]{43}; HttpOnly; SameSite=Lax; Path=\/; Max-Age=43200$/)
      const cookie = set.split(";")[0] ?? ""
      assert.strictEqual((yield* call("GET", messaging, { headers: { cookie } })).status, 200)
      const among = `theme=dark; ${cookie}; lang=en`
      assert.strictEqual((yield* call("GET", messaging, { headers: { cookie: among } })).status, 200)
    })
  )

  it.effect("INT-046: signing out ends this session only and expires its cookie", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const headers = yield* cookieOf("S_read")
      const other = yield* cookieOf("S_read")
      const out = yield* call("DELETE", "/api/v1/session", { headers: { ...headers, ...ownPage } })
      assert.deepStrictEqual([out.status, out.text], [204, ""])
      assert.strictEqual(out.headers.get("set-cookie"), "hub_session=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0")
      assert.deepStrictEqual(statusAndCode(yield* call("GET", messaging, { headers })), [401, "invalid_credential"])
      const again = yield* call("DELETE", "/api/v1/session", { headers: { ...headers, ...ownPage } })
      assert.strictEqual(again.status, 401)
      assert.strictEqual(
        (yield* call("GET", messaging, { headers: other })).status,
        200,
        "the operator's other session still works"
      )
    })
  )

  it.effect(
    "INT-046: any other credential is 401 invalid_credential, none missing_credential, without cookie or details",
    () =>
      Effect.gen(function* () {
        const unknownSubject = yield* tokenOf("S_manage", { subject: "nobody" })
        const credentials = {
          none: {},
          member: bearer(yield* Effect.flatMap(tokenFor("M1"), Effect.succeed)),
          "hub key": bearer(hubKeys.KH_all),
          "partner key": { "x-api-key": partnerKeys.PA },
          "unknown subject": bearer(unknownSubject),
          deactivated: bearer(yield* tokenOf("S_manage", { subject: operatorSubject("deactivated") })),
          "token of another organization": bearer(yield* tokenOf("S_manage", { organization: "org_b" })),
          "token of no known organization": bearer(yield* tokenOf("S_manage", { organization: "org_nowhere" })),
          expired: bearer(yield* tokenOf("S_manage", { expiresAt: DateTime.makeUnsafe("2020-01-01T00:00:00Z") })),
          "not a token": bearer("x.y.z")
        }
        for (const [why, headers] of Object.entries(credentials)) {
          const answer = yield* signIn({ ...headers, ...ownPage })
          const code = "authorization" in headers ? "invalid_credential" : "missing_credential"
          assert.deepStrictEqual(statusAndCode(answer), [401, code], why)
          assert.strictEqual(answer.headers.get("www-authenticate"), 'Bearer realm="operator"', why)
          assert.isNull(answer.headers.get("set-cookie"), why)
          assert.isUndefined(answer.at("details"), why)
        }
      })
  )

  it.effect("INT-002: operator routes refuse access tokens and API keys; other surfaces refuse the session", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      for (const headers of [yield* operator("S_manage"), bearer(hubKeys.KH_all), { "x-api-key": partnerKeys.PA }]) {
        const answer = yield* call("GET", messaging, { headers: { ...headers } })
        assert.deepStrictEqual(statusAndCode(answer), [401, "missing_credential"])
        assert.strictEqual(answer.headers.get("www-authenticate"), 'Cookie realm="operator"')
      }
      const { cookie } = yield* cookieOf("S_manage")
      for (const path of ["/api/external/v1/brands", "/v1/partner/scope", "/v1/members/me/wallet"]) {
        assert.strictEqual((yield* call("GET", path, { headers: { cookie } })).status, 401, path)
      }
    })
  )

  it.effect("INT-004, INT-046: signing in or out from a foreign origin is 403, checked after the credential", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const token = yield* operator("S_manage")
      const headers = yield* cookieOf("S_manage")
      const evil = { origin: "https://evil.example" }
      assert.deepStrictEqual(statusAndCode(yield* signIn({ ...token, ...evil })), [403, "origin_not_allowed"])
      assert.deepStrictEqual(statusAndCode(yield* signIn(evil)), [401, "missing_credential"])
      const out = yield* call("DELETE", "/api/v1/session", { headers: { ...headers, ...evil } })
      assert.deepStrictEqual(statusAndCode(out), [403, "origin_not_allowed"])
      assert.strictEqual((yield* call("GET", messaging, { headers })).status, 200, "the session is still open")
    })
  )

  it.effect("INT-005: an operator without an organization can sign in, but gets 404 for one", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const answer = yield* signIn({ ...(yield* operator("OT_noorg")), ...ownPage })
      const [cookie = ""] = (answer.headers.get("set-cookie") ?? "").split(";")
      assert.strictEqual(answer.status, 204)
      assert.strictEqual((yield* call("GET", messaging, { headers: { cookie } })).status, 404)
    })
  )
})

layer(operatorLayer())("the organization of the path", (it) => {
  it.effect("INT-001: messaging and collaboration answer 401 without a session", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      for (const path of roots) assert.strictEqual((yield* call("GET", path)).status, 401, path)
    })
  )

  it.effect("INT-005, INT-011: another organization and an unknown one get the same 404", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const bodies = new Set<string>()
      for (const id of [organizationXid("B"), organizationXid("C"), "nobody", organizationXid("A").toUpperCase()]) {
        const path = `/api/v1/orgs/${id}/messaging?scope=ws-a-main`
        const answer = yield* call("GET", path, { headers: sessionOf("read") })
        assert.deepStrictEqual(statusAndCode(answer), [404, "not_found"], id)
        bodies.add(`${String(answer.at("title"))} ${String(answer.at("detail"))}`)
      }
      assert.strictEqual(bodies.size, 1)
    })
  )
})

layer(
  operatorLayer({
    dataset: (now) => {
      const demo = withSessions(now)
      return {
        ...demo,
        operatorSessions: demo.operatorSessions.map((session, index) => {
          if (index === 0) return { ...session, expiresAt: now }
          if (index === 1) return { ...session, lastSeenAt: DateTime.subtract(now, { hours: 2 }) }
          if (index === 2) return { ...session, revokedAt: now }
          return index === 3 ? { ...session, lastSeenAt: DateTime.subtract(now, { minutes: 119 }) } : session
        })
      }
    }
  })
)("sessions that ended", (it) => {
  it.effect("INT-002, INT-046: a session that expired, was idle for two hours or was revoked is 401", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      for (const name of ["read", "manage", "manage2"]) {
        const answer = yield* call("GET", messaging, { headers: sessionOf(name) })
        assert.deepStrictEqual(statusAndCode(answer), [401, "invalid_credential"], name)
      }
      assert.strictEqual((yield* call("GET", messaging, { headers: sessionOf("team") })).status, 200)
    })
  )
})

layer(operatorLayer({ environment: { HUB_TEST_CONTROLS: "1" } }))("sessions in time", (it) => {
  it.effect("INT-046: a session ends two hours after its last request, and 12 hours after sign-in in any case", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const [idle, busy] = [yield* cookieOf("S_read"), yield* cookieOf("S_read")]
      const status = (headers: typeof idle) =>
        Effect.map(call("GET", messaging, { headers }), (answer) => answer.status)
      yield* controls.pass(1.9)
      assert.strictEqual(yield* status(busy), 200)
      yield* controls.pass(0.2)
      assert.deepStrictEqual([yield* status(idle), yield* status(busy)], [401, 200])
      for (let hours = 2.1; hours < 11; hours += 1.9) {
        yield* controls.pass(1.9)
        assert.strictEqual(yield* status(busy), 200, `after ${hours + 1.9} hours`)
      }
      yield* controls.pass(0.5)
      assert.strictEqual(yield* status(busy), 401)
    })
  )
})

layer(
  operatorLayer({
    replace: (services) =>
      Context.add(services, Deployment, { ...Context.get(services, Deployment), environment: "production" })
  })
)("sessions in production", (it) => {
  it.effect("INT-046: only the Secure cookie with the __Host- prefix is a session, until it is ended", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const answer = yield* signIn({ ...(yield* operator("S_read")), ...ownPage })
      const set = answer.headers.get("set-cookie") ?? ""
      const attributes = "HttpOnly; Secure; SameSite=Lax; Path=\\/"
      assert.match(set, new RegExp(`^__Host-hub_session=[0-9A-Za-z]{43}; ${attributes}; Max-Age=43200$`))
      const cookie = set.split(";")[0] ?? ""
      const get = (text: string) => Effect.map(call("GET", messaging, { headers: { cookie: text } }), statusAndCode)
      assert.deepStrictEqual(yield* get(cookie.replace("__Host-", "")), [401, "missing_credential"])
      assert.strictEqual((yield* get(cookie))[0], 200)
      const out = yield* call("DELETE", "/api/v1/session", { headers: { cookie, ...ownPage } })
      assert.match(out.headers.get("set-cookie") ?? "", new RegExp(`^__Host-hub_session=; ${attributes}; Max-Age=0$`))
      assert.deepStrictEqual(yield* get(cookie), [401, "invalid_credential"])
    })
  )
})

/** What replaces the facts of every session's operator, and of their organization. */
let changed: {
  readonly operator?: Partial<HeldSession["operator"]>
  readonly organization?: { readonly status: "suspended" }
} = {}

const changing = operatorLayer({
  replace: (services) => {
    const sessions = Context.get(services, OperatorSessions)
    return Context.add(services, OperatorSessions, {
      ...sessions,
      find: (idHash) =>
        Effect.map(
          sessions.find(idHash),
          Option.map((held) => ({
            ...held,
            operator: { ...held.operator, ...changed.operator },
            organization: held.organization === null ? null : { ...held.organization, ...changed.organization }
          }))
        )
    })
  }
})

layer(changing)("changes after the sign-in", (it) => {
  it.effect("INT-002, INT-005, INT-006: apply to the same session at once, also to a read and to a used key", () =>
    Effect.gen(function* () {
      const { get, post } = yield* operatorRoutes()
      const session = sessionOf("manage")
      const read = Effect.map(get("/messaging?scope=ws-a-main", session), statusAndCode)
      const body = { type: "create_action", title: "Before the change", kind: "concierge" }
      const write = post("/messaging?scope=ws-a-main", { ...session, "idempotency-key": "before-the-change" }, body)
      const first = yield* write
      assert.deepStrictEqual([first.status, (yield* read)[0]], [200, 200])
      for (const [change, refused] of [
        [{ operator: { permissions: ["hub:organizations:manage"] } }, [403, "permission_denied"]],
        [{ operator: { status: "deactivated" } }, [401, "invalid_credential"]],
        [{ organization: { status: "suspended" } }, [404, "not_found"]]
      ] as const) {
        changed = change
        assert.deepStrictEqual<unknown>(yield* read, refused, JSON.stringify(change))
        assert.deepStrictEqual<unknown>(statusAndCode(yield* write), refused, JSON.stringify(change))
      }
      changed = {}
      assert.strictEqual((yield* write).text, first.text)
    })
  )
})

describe("the origin of a request", () => {
  const host = "127.0.0.1:8080"
  const cases: ReadonlyArray<readonly [Readonly<Record<string, string>>, string | undefined, boolean]> = [
    [{ host, origin: "http://127.0.0.1:8080" }, undefined, true],
    [{ host, origin: "https://127.0.0.1:8080" }, undefined, true],
    [{ host, origin: "http://127.0.0.1:8081" }, undefined, false],
    [{ host, origin: "https://evil.example" }, undefined, false],
    [{ host, origin: "null" }, undefined, false],
    [{ host, origin: "" }, undefined, false],
    [{ host }, undefined, false],
    [{ host, "sec-fetch-site": "same-origin" }, undefined, true],
    [{ host, "sec-fetch-site": "same-site" }, undefined, false],
    [{ host, "sec-fetch-site": "cross-site" }, undefined, false],
    [{ host, "sec-fetch-site": "none" }, undefined, false],
    [{ host, origin: "http://127.0.0.1:8080", "sec-fetch-site": "cross-site" }, undefined, false],
    [{ host, origin: "http://127.0.0.1:8080", "sec-fetch-site": "same-origin" }, undefined, true],
    [{ host, origin: "https://app.example" }, "https://app.example", true],
    [{ host, origin: "https://app.example" }, "https://app.example/hub/", true],
    [{ host, origin: "https://app.example.evil.com" }, "https://app.example", false],
    [{ host, origin: "https://APP.example" }, "https://app.example", false],
    [{ host, origin: "http://app.example" }, "https://app.example", false],
    [{ host, origin: "https://app.example:444" }, "https://app.example", false],
    [{ host: "app.example", origin: "http://app.example" }, "https://app.example", false],
    [{ host, origin: "http://127.0.0.1:8080" }, "https://app.example", false]
  ]
  for (const [headers, publicUrl, expected] of cases) {
    it(`INT-004: ${JSON.stringify(headers)} is ${expected ? "" : "not "}same-origin with ${publicUrl ?? "the host"}`, () => {
      assert.strictEqual(isSameOrigin({ headers }, publicUrl), expected)
    })
  }
})

describe("the cookie", () => {
  it("INT-046: in production and sandbox it is a Secure cookie with the __Host- prefix", () => {
    for (const environment of ["production", "sandbox"] as const) {
      const attributes = "HttpOnly; Secure; SameSite=Lax; Path=/"
      assert.strictEqual(sessionCookie("id", environment), `__Host-hub_session=id; ${attributes}; Max-Age=43200`)
      assert.strictEqual(endedCookie(environment), `__Host-hub_session=; ${attributes}; Max-Age=0`)
    }
  })
})
