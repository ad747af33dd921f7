import { assert, layer } from "@effect/vitest"
import { Context, DateTime, Effect } from "effect"
import { type MemberName, memberSubject, memberXid } from "../../../src/demo/demoMembers.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { AccessTokens } from "../../../src/domain/access/AccessTokens.ts"
import { IssuerUnavailable } from "../../../src/domain/access/CredentialErrors.ts"
import { MemberId } from "../../../src/domain/members/Member.ts"
import { demoValidity, developmentClientId, mintAssistantToken } from "../../../src/layers/developmentIssuer.ts"
import * as Member from "../../support/member.ts"
import { Service } from "../../support/http/service.ts"

const path = "/v1/members/me"
const { bearer, isFailure, tokenFor, tokenOf } = Member

const get = Effect.fnUntraced(function* (headers?: Record<string, string>, at = path) {
  const { call } = yield* Service
  return yield* call("GET", at, { headers })
})

const as = (name: MemberName) => Effect.flatMap(tokenFor(name), (token) => get(bearer(token)))

const programXid = (organizationId: number) =>
  Member.dataset.programs.find((program) => program.organizationId === organizationId)?.xid
const tierXid = (organizationId: number, level: number) =>
  Member.dataset.tiers.find((tier) => tier.organizationId === organizationId && tier.level === level)?.xid

const suspended = {
  id: MemberId.make(9001),
  xid: "01K000000000000000000000SS",
  identitySubject: "suspended member",
  firstName: "Member",
  lastName: "Suspended",
  email: "suspended@example.com",
  phone: null,
  country: null,
  language: null,
  preferences: {},
  status: "suspended" as const,
  mergedInto: null,
  closedAt: null,
  createdAt: DateTime.makeUnsafe("2026-01-02T03:04:05Z"),
  updatedAt: DateTime.makeUnsafe("2026-01-02T03:04:05Z")
}

layer(Member.layer({ members: [suspended] }))("getMemberProfile", (it) => {
  it.effect("MEM-112: shows the whole profile of a member in two programs, the highest tier first", () =>
    Effect.gen(function* () {
      const stored = Member.dataset.members.find((member) => member.xid === memberXid("M2"))
      const answer = yield* as("M2")
      assert.strictEqual(answer.status, 200)
      const gold = {
        programId: programXid(1),
        programName: "Program A",
        id: tierXid(1, 3),
        name: "Gold",
        level: 3,
        multiplier: 1.5,
        qualifyingPoints: 7200,
        nextTier: null
      }
      const blue = {
        programId: programXid(2),
        programName: "Program B",
        id: tierXid(2, 1),
        name: "Blue",
        level: 1,
        multiplier: 1,
        qualifyingPoints: 100,
        nextTier: { name: "Silver", level: 2, pointsNeeded: 900 }
      }
      assert.deepStrictEqual(answer.body, {
        externalId: memberXid("M2"),
        firstName: "Member",
        lastName: "Two",
        email: "m2@example.com",
        phone: stored?.phone,
        country: "PT",
        language: "en",
        tier: gold,
        tiers: [gold, blue],
        memberSince: stored === undefined ? "" : DateTime.formatIso(stored.createdAt),
        preferences: stored?.preferences
      })
      assert.notInclude(answer.text, "memberId")
      assert.strictEqual(answer.headers.get("cache-control"), "no-store")
    })
  )

  it.effect("MEM-112, A-35: a member without an enrolment has no tier; unset fields are omitted", () =>
    Effect.gen(function* () {
      const answer = yield* as("M_new")
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual([answer.at("tier"), answer.at("tiers")], [null, []])
      for (const name of ["phone", "country", "language"]) assert.notProperty(answer.body, name)
      assert.deepStrictEqual(answer.at("preferences"), {})
    })
  )

  it.effect("MEM-002, GEN-003: returns the token's member, whomever query and headers name", () =>
    Effect.gen(function* () {
      const token = yield* tokenFor("M1")
      const other = memberXid("M2")
      const query = `?memberId=602&externalId=${other}&sub=${memberSubject("M2")}&X-Emulate-Member=602`
      const answer = yield* get(
        { ...bearer(token), "x-emulate-member": "602", "x-emulate-member-id": other, "x-member-id": "602" },
        `${path}${query}`
      )
      assert.strictEqual(answer.at("externalId"), memberXid("M1"))
      assert.strictEqual((yield* as("M2")).at("externalId"), other)
    })
  )

  it.effect("MEM-003: a suspended member can still read their profile", () =>
    Effect.gen(function* () {
      const answer = yield* get(bearer(yield* tokenOf("suspended member")))
      assert.strictEqual(answer.status, 200, answer.text)
      assert.strictEqual(answer.at("externalId"), suspended.xid)
    })
  )

  it.effect(
    "MEM-001, MEM-003, MEM-007, GEN-002: malformed, forged and foreign tokens are 401, like other credentials",
    () =>
      Effect.gen(function* () {
        const token = yield* tokenFor("M1")
        const subject = memberSubject("M1")
        const [header = "", claims = "", signature = ""] = token.split(".")
        const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
        const refused: Readonly<Record<string, string>> = {
          "two tokens": `Bearer ${token} ${token}`,
          "no scheme": token,
          "a token too long to be one": `Bearer ${"a".repeat(8000)}`,
          "issued tomorrow": `Bearer ${yield* tokenOf(subject, { issuedAt: DateTime.add(DateTime.makeUnsafe(Date.now()), { days: 1 }) })}`,
          "another's claims": `Bearer ${header}.${(yield* tokenFor("M2")).split(".")[1]}.${signature}`,
          "alg none": `Bearer ${encoded({ alg: "none", typ: "JWT" })}.${claims}.`,
          "assistant token": `Bearer ${yield* mintAssistantToken({
            ...demoValidity,
            subject,
            resource: "http://127.0.0.1:8080/api/operator-mcp",
            clientId: developmentClientId,
            scopes: [],
            organization: "org_a"
          })}`
        }
        for (const [kind, authorization] of Object.entries(refused)) {
          const answer = yield* get({ authorization })
          assert.strictEqual(answer.status, 401, `${kind}: ${answer.text}`)
          assert.isTrue(isFailure(answer), `${kind}: ${answer.text}`)
          assert.strictEqual(answer.at("code"), "invalid_access_token", kind)
          assert.strictEqual(answer.headers.get("www-authenticate"), "Bearer", kind)
        }
        for (const headers of [{}, { "x-api-key": partnerKeys.PA }, { cookie: `token=${token}` }]) {
          const answer = yield* get(headers)
          assert.strictEqual(answer.status, 401)
          assert.isTrue(isFailure(answer), answer.text)
          assert.strictEqual(answer.at("code"), "missing_access_token")
        }
      })
  )

  it.effect("MEM-003: an unknown subject and a closed account get the same response", () =>
    Effect.gen(function* () {
      const unknown = yield* get(bearer(yield* tokenOf("nobody")))
      const closed = yield* as("M_closed")
      assert.strictEqual(closed.text, unknown.text)
    })
  )

  it.effect("MEM-006, GEN-001: is served under /v1 only", () =>
    Effect.gen(function* () {
      const headers = bearer(yield* tokenFor("M1"))
      for (const other of ["/members/me", "/v2/members/me", "/api/external/v1/members/me"]) {
        assert.strictEqual((yield* get(headers, other)).status, 404, other)
      }
    })
  )

  it.effect("MEM-007, GEN-007: unknown routes are 404, wrong methods 405 with Allow, in the surface's shape", () =>
    Effect.gen(function* () {
      const headers = bearer(yield* tokenFor("M1"))
      const { call } = yield* Service
      for (const other of [
        "/v1/members/you",
        "/v1/members",
        "/v1/members/me/x",
        "/v1/members/%ff",
        "/v1/members/%00"
      ]) {
        const answer = yield* get(headers, other)
        assert.strictEqual(answer.status, 404, other)
        assert.isTrue(isFailure(answer), answer.text)
      }
      const posted = yield* call("POST", path, { headers, body: {} })
      assert.strictEqual(posted.status, 405)
      assert.strictEqual(posted.headers.get("allow"), "GET, HEAD")
      assert.isTrue(isFailure(posted), posted.text)
    })
  )

  it.effect("MEM-008: the headers state the default limit of 300 requests a minute", () =>
    Effect.gen(function* () {
      const answer = yield* as("M9")
      assert.strictEqual(answer.headers.get("x-ratelimit-limit"), "300")
      assert.strictEqual(answer.headers.get("ratelimit-policy"), '"member";q=300;w=60')
    })
  )
})

layer(Member.layer({ environment: { HUB_LIMIT_MEMBER: "3" } }))("getMemberProfile, limits", (it) => {
  it.effect("MEM-008: counts requests per member, whatever the token and the address", () =>
    Effect.gen(function* () {
      const first = yield* tokenFor("M1")
      const second = yield* tokenOf(memberSubject("M1"), { emailVerified: false })
      const statuses = yield* Effect.forEach([first, second, first], (token, i) =>
        Effect.map(get({ ...bearer(token), "x-forwarded-for": `192.0.2.${i}` }), ({ status }) => status)
      )
      assert.deepStrictEqual(statuses, [200, 200, 200])
      const answer = yield* get(bearer(second))
      assert.strictEqual(answer.status, 429)
      assert.isTrue(isFailure(answer), answer.text)
      assert.strictEqual(answer.headers.get("x-ratelimit-remaining"), "0")
      const wait = Number(answer.headers.get("retry-after"))
      assert.isTrue(Number.isInteger(wait) && wait >= 1 && wait <= 60, `Retry-After: ${wait}`)
      assert.strictEqual((yield* as("M2")).status, 200)
    })
  )

  it.effect("MEM-001: a refused token does not count against the member's limit", () =>
    Effect.gen(function* () {
      const subject = memberSubject("M9")
      const expired = yield* tokenOf(subject, { expiresAt: DateTime.add(demoValidity.issuedAt, { days: 1 }) })
      for (let i = 0; i < 5; i++) assert.strictEqual((yield* get(bearer(expired))).status, 401)
      assert.strictEqual((yield* as("M9")).headers.get("x-ratelimit-remaining"), "2")
    })
  )
})

layer(
  Member.layer({
    replace: Context.add(AccessTokens, AccessTokens.of({ verify: () => Effect.fail(new IssuerUnavailable()) }))
  })
)("getMemberProfile, issuer unavailable", (it) => {
  it.effect("MEM-003: a token is 503 while the issuer's keys are unavailable", () =>
    Effect.gen(function* () {
      const answer = yield* as("M1")
      assert.strictEqual(answer.status, 503)
      assert.isTrue(isFailure(answer), answer.text)
      assert.strictEqual(answer.at("code"), "identity_provider_unavailable")
    })
  )
})
