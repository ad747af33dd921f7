import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import { demoDataset } from "../../../src/demo/demoDataset.ts"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { memberIds } from "../../../src/demo/demoMembers.ts"
import { organizationXid } from "../../../src/demo/demoOrganizations.ts"
import { MemberView } from "../../../src/domain/members/MemberView.ts"
import { memberCalls } from "../../support/memberCalls.ts"
import { isFailure, key, partner, statusAndCode } from "../../support/partner.ts"
import { rawCall } from "../../support/http/rawCall.ts"
import * as Service from "../../support/http/service.ts"

const { members, venues } = demoIds
const { M1, M2, M3, M4, M9, M_closed, M_new } = members
const { V1, V2, W1 } = venues
const isMember = Schema.is(Schema.toEncoded(Schema.toCodecJson(MemberView)))
const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/
const [orgA, orgB] = [organizationXid("A"), organizationXid("B")]

/** The external ids of a page, in order. */
const idsOf = (answer: Service.Answer) => {
  assert.strictEqual(answer.status, 200, answer.text)
  return answer.each("items", "externalId").map(String)
}

const sorted = (...ids: ReadonlyArray<string>) => ids.toSorted()

layer(Service.layer())("listMembers and getMember", (it) => {
  it.effect(
    "PAR-039, PAR-041, PAR-047: lists the organization's members by external id, with total, limit and offset",
    () =>
      Effect.gen(function* () {
        const { get } = yield* partner
        const answer = yield* get("/members", key("PA"))
        assert.deepStrictEqual(idsOf(answer), sorted(M1, M2, M3, M4, M_closed))
        assert.hasAllKeys(answer.body, ["items", "limit", "offset", "total"])
        assert.deepStrictEqual([answer.at("total"), answer.at("limit"), answer.at("offset")], [5, 25, 0])
        for (const item of answer.each("items")) {
          assert.isTrue(isMember(item), JSON.stringify(item))
          assert.match(String(Service.at(item, "externalId")), ulid)
        }
      })
  )

  it.effect("PAR-039, PAR-041: pages by offset add up to the whole list, with one total and no nextCursor", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const whole = idsOf(yield* get("/members", key("PA")))
      const pages = yield* Effect.forEach([0, 1, 2, 3, 4], (offset) =>
        get(`/members?limit=1&offset=${offset}`, key("PA"))
      )
      assert.deepStrictEqual(pages.flatMap(idsOf), whole)
      assert.isTrue(pages.every((page) => page.at("total") === 5 && page.at("nextCursor") === undefined))
    })
  )

  it.effect("PAR-040: query values out of bounds are 400; an offset beyond the end returns an empty page", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      for (const query of [
        "limit=0",
        "limit=101",
        "limit=-1",
        "limit=x",
        "offset=-1",
        "offset=x",
        "offset=1000001",
        "q=",
        "q=a%00b",
        "q=a%0Ab",
        `q=${"a".repeat(101)}`,
        "email=",
        `email=${"a".repeat(255)}`,
        "tierId=",
        "programId=%00",
        "propertyIds=",
        "updatedSince=yesterday"
      ]) {
        const answer = yield* get(`/members?${query}`, key("PA"))
        assert.deepStrictEqual(
          [...statusAndCode(answer), answer.at("errors.0.in")],
          [400, "invalid_parameter", "query"],
          query
        )
      }
      const beyond = yield* get("/members?limit=100&offset=1000", key("PA"))
      assert.deepStrictEqual([beyond.status, beyond.each("items"), beyond.at("total")], [200, [], 5])
    })
  )

  it.effect("PAR-042, PAR-046, PAR-047, PAR-048: returns one member as a bare object, equal to its list item", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const list = yield* get("/members", key("PA_both"))
      for (const item of list.each("items")) {
        const answer = yield* get(`/members/${String(Service.at(item, "externalId"))}`, key("PA_both"))
        assert.strictEqual(answer.status, 200)
        assert.isFalse(Array.isArray(answer.body))
        assert.deepStrictEqual(answer.body, item)
      }
      const member = yield* get(`/members/${M1}`, key("PA_both"))
      assert.deepStrictEqual(Service.keysOf(member.body), Object.keys(MemberView.fields))
      assert.deepStrictEqual(Service.keysOf(member.at("pointsBalance")), [
        "validBalance",
        "creditBalance",
        "pendingPoints"
      ])
      assert.deepStrictEqual(Service.keysOf(member.at("programs.0")), [
        "programId",
        "name",
        "tierId",
        "tierName",
        "tierLevel",
        "tierExpiresAt",
        "enrolledAt"
      ])
    })
  )

  it.effect("PAR-043, PAR-005: accepts a ULID in any letter case; other text is 400, an unknown ULID 404", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      assert.strictEqual((yield* get(`/members/${M1.toLowerCase()}`, key("PA"))).at("externalId"), M1)
      for (const id of [
        M1.slice(1),
        `${M1}0`,
        `I${M1.slice(1)}`,
        `0${"L".repeat(25)}`,
        `${M1.slice(0, 25)}O`,
        `${M1.slice(0, 25)}u`,
        `8${M1.slice(1)}`,
        "17",
        "601"
      ]) {
        assert.deepStrictEqual(statusAndCode(yield* get(`/members/${id}`, key("PA"))), [400, "invalid_parameter"], id)
      }
      const unknown = yield* get("/members/01ARZ3NDEKTSV4RRFFQ69G5FAV", key("PA"))
      assert.deepStrictEqual(statusAndCode(unknown), [404, "not_found"])
    })
  )

  it.effect("PAR-003, PAR-004, PAR-044: organizationId narrows for global staff and is ignored for others", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const list = (query: string, name: Parameters<typeof key>[0]) =>
        Effect.map(get(`/members${query}`, key(name)), idsOf)
      const ofA = sorted(M1, M2, M3, M4, M_closed)
      for (const query of ["", `?organizationId=${orgB}`, "?organizationId=garbage", "?organizationId=%00"]) {
        assert.deepStrictEqual(yield* list(query, "PA"), ofA, query)
        assert.deepStrictEqual(yield* list(query, "PADM_A"), ofA, query)
      }
      assert.deepStrictEqual(yield* list(`?organizationId=${orgA}`, "PADM"), ofA)
      assert.deepStrictEqual(yield* list(`?organizationId=${orgB}`, "PADM"), yield* list("", "PB"))
      const everyone = yield* list("", "PADM")
      for (const id of [M1, M2, M3, M9]) assert.include(everyone, id)
      assert.deepStrictEqual(statusAndCode(yield* get("/members?organizationId=nobody", key("PADM"))), [
        404,
        "not_found"
      ])
      for (const [id, query, status] of [
        [M1, "", 200],
        [M9, "", 200],
        [M9, `?organizationId=${orgB}`, 200],
        [M3, `?organizationId=${orgB}`, 404]
      ] as const) {
        assert.strictEqual((yield* get(`/members/${id}${query}`, key("PADM"))).status, status, `${id} ${query}`)
      }
    })
  )

  it.effect(
    "PAR-045, PAR-007, PAR-139: a member of another organization or of other venues only is 404 like an unknown one",
    () =>
      Effect.gen(function* () {
        const { get } = yield* partner
        const missing = yield* get("/members/01ARZ3NDEKTSV4RRFFQ69G5FAV", key("PA_v1"))
        for (const [id, name] of [
          [M9, "PA"],
          [M_new, "PADM"],
          [M3, "PA_v1"],
          [M3, "PB"]
        ] as const) {
          const answer = yield* get(`/members/${id}`, key(name))
          assert.deepStrictEqual(
            [answer.status, answer.at("code"), answer.at("message")],
            [404, missing.at("code"), missing.at("message")]
          )
          assert.deepStrictEqual([...answer.headers.keys()], [...missing.headers.keys()])
        }
        const ofV1 = idsOf(yield* get("/members", key("PA_v1")))
        assert.notInclude(ofV1, M3)
        assert.include(ofV1, M1)
        assert.deepStrictEqual(ofV1, idsOf(yield* get(`/members?propertyIds=${V1}`, key("PA"))))
      })
  )

  it.effect("PAR-139, PAR-048: stay count, home venue and programs are those within reach", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const [all, ofV1] = [yield* get(`/members/${M1}`, key("PA")), yield* get(`/members/${M1}`, key("PA_v1"))]
      assert.isBelow(Number(ofV1.at("stayCount")), Number(all.at("stayCount")))
      assert.strictEqual(ofV1.at("homePropertyId"), V1)
      assert.deepStrictEqual(ofV1.at("programs"), all.at("programs"))
      const [ofA, ofB] = [yield* get(`/members/${M2}`, key("PA")), yield* get(`/members/${M2}`, key("PB"))]
      assert.deepStrictEqual([ofA.each("programs").length, ofB.each("programs").length], [1, 1])
      assert.notStrictEqual(ofA.at("programs.0.programId"), ofB.at("programs.0.programId"))
      assert.lengthOf((yield* get(`/members/${M2}`, key("PADM"))).each("programs"), 2)
    })
  )

  it.effect("PAR-041, PAR-056, PAR-057: filters by venue, tier and program; a venue out of reach is 403", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      assert.include(idsOf(yield* get(`/members?propertyIds=${V2}`, key("PA"))), M3)
      assert.deepStrictEqual(
        idsOf(yield* get(`/members?propertyIds=${V1},${V2}`, key("PA"))),
        idsOf(yield* get(`/members?propertyIds=${V1}&propertyIds=${V2}`, key("PA")))
      )
      for (const [ids, name] of [
        [V2, "PA_v1"],
        [`${V1},${V2}`, "PA_v1"],
        [W1, "PA"],
        ["unknown", "PA"]
      ] as const) {
        const answer = yield* get(`/members?propertyIds=${ids}`, key(name))
        assert.deepStrictEqual(statusAndCode(answer), [403, "property_out_of_scope"])
        assert.isTrue(isFailure(answer))
      }
      const silver = yield* get(`/members/${M1}`, key("PA"))
      const [tierId, programId] = [String(silver.at("programs.0.tierId")), String(silver.at("programs.0.programId"))]
      assert.deepStrictEqual(idsOf(yield* get(`/members?tierId=${tierId}`, key("PA"))), sorted(M1, M4))
      assert.deepStrictEqual(idsOf(yield* get(`/members?programId=${programId}`, key("PA"))), sorted(M1, M2, M3, M4))
      assert.deepStrictEqual(idsOf(yield* get(`/members?programId=${programId}`, key("PB"))), [])
      const closed = yield* get(`/members/${M_closed}`, key("PA"))
      assert.deepStrictEqual(idsOf(yield* get(`/members?updatedSince=${String(closed.at("updatedAt"))}`, key("PA"))), [
        M_closed
      ])
    })
  )

  it.effect("PAR-107, PAR-108: needs guests:read; guests:pii:read alone is not enough", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      for (const path of ["/members", `/members/${M1}`, `/members/${M1}/entitlements`]) {
        for (const name of ["PA_pii", "PA_partner_loyalty_benefits_read"] as const) {
          const answer = yield* get(path, key(name))
          assert.deepStrictEqual(statusAndCode(answer), [403, "insufficient_scope"], path)
        }
      }
      const half = yield* get(`/members/${M1}/entitlements`, key("PA_guests"))
      assert.deepStrictEqual(half.at("details.requiredScopes"), [
        "partner:guests:read",
        "partner:loyalty:benefits:read"
      ])
      assert.strictEqual((yield* get("/members", key("PA_guests"))).status, 200)
    })
  )

  it.effect("PAR-041, PAR-048, PAR-108, A-39: without the PII scope no field, filter or total reveals a contact", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const contacts = yield* get(`/members/${M1}`, key("PA_both"))
      const [email, phone] = [String(contacts.at("email")), String(contacts.at("phone"))]
      assert.include(email, "@")
      const withoutPii = yield* get(`/members/${M1}`, key("PA_guests"))
      assert.deepStrictEqual(Service.keysOf(withoutPii.body), Service.keysOf(contacts.body))
      assert.deepStrictEqual(withoutPii.body, { ...Service.recordOf(contacts.body), email: null, phone: null })
      const page = yield* get("/members", key("PA_guests"))
      assert.isTrue(page.each("items", "email").every((value) => value === null))
      assert.isTrue(page.each("items", "phone").every((value) => value === null))
      // The refusal is the same for an existing and an unknown address, whatever the other parameters.
      const refusals = yield* Effect.forEach(
        [email, "nobody@example.com", `${email}&propertyIds=unknown`, `${email}&q=zzz&offset=5`],
        (value) => get(`/members?email=${value}`, key("PA_guests"))
      )
      for (const answer of refusals) {
        assert.deepStrictEqual(statusAndCode(answer), [403, "insufficient_scope"])
        assert.deepStrictEqual(answer.at("details"), {
          reason: "missing_scope",
          requiredScopes: ["partner:guests:pii:read"]
        })
        assert.strictEqual(answer.at("message"), refusals[0]?.at("message"))
        assert.strictEqual(answer.headers.get("content-length"), refusals[0]?.headers.get("content-length"))
      }
      // The parameters that are checked are those of the target, whatever the other headers.
      const { baseUrl } = yield* Service.Service
      const headers = { ...key("PA_guests"), host: "a?b" }
      const path = `/v1/partner/members?email=${email}`
      assert.strictEqual((yield* Effect.promise(() => rawCall(baseUrl, { method: "GET", path, headers }))).status, 403)
      // The scope is checked before the syntax (REQUIREMENTS 0.3).
      for (const query of ["email=", "email=a%00b", `email=${"a".repeat(255)}`, "email=a&email=b", "email=a&limit=0"]) {
        const answer = yield* get(`/members?${query}`, key("PA_guests"))
        assert.deepStrictEqual(statusAndCode(answer), [403, "insufficient_scope"], query)
      }
      for (const part of [email, email.slice(0, 4), phone, phone.slice(-4), "@"]) {
        const q = encodeURIComponent(part)
        const blind = yield* get(`/members?q=${q}`, key("PA_guests"))
        assert.deepStrictEqual([blind.at("total"), blind.each("items")], [0, []], part)
        const seeing = yield* get(`/members?q=${q}`, key("PA_both"))
        assert.include(idsOf(seeing), M1, part)
      }
      assert.deepStrictEqual(idsOf(yield* get(`/members?email=${email.toUpperCase()}`, key("PA_both"))), [M1])
      assert.deepStrictEqual(idsOf(yield* get("/members?email=m9@example.com", key("PA_both"))), [])
    })
  )

  it.effect("PAR-041: q matches part of a name or externalId in any case; wildcards and quotes are literals", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const find = (q: string) => Effect.map(get(`/members?q=${encodeURIComponent(q)}`, key("PA_guests")), idsOf)
      assert.deepStrictEqual(yield* find("MEMBER TW"), [M2])
      assert.deepStrictEqual(yield* find("ber th"), [M3])
      assert.deepStrictEqual(yield* find(M1.slice(4).toLowerCase()), [M1])
      for (const q of ["%", "_", "m%b", "'", '"', "\\", "' OR 1=1 --", "nine"])
        assert.deepStrictEqual(yield* find(q), [], q)
    })
  )

  it.effect("PAR-012: marks the single member as preview in header and document, but not the list", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const labels = yield* Effect.forEach([`/members/${M1}`, "/members", `/members/${M1}/entitlements`], (path) =>
        Effect.map(get(path, key("PA")), ({ headers }) => headers.get("x-hub-preview"))
      )
      assert.deepStrictEqual(labels, ["true", null, null])
      const { call } = yield* Service.Service
      const document = yield* call("GET", "/v1/partner/openapi.json")
      const operation = (path: string) => Service.at(Service.recordOf(document.at("paths"))[path], "get")
      const [member, list] = Object.keys(Service.recordOf(document.at("paths")))
        .filter((path) => path.endsWith("/members/{externalId}") || path.endsWith("/members"))
        .toSorted((a, b) => b.length - a.length)
      assert.strictEqual(Service.at(operation(member ?? ""), "x-preview"), true)
      assert.isUndefined(Service.at(operation(list ?? ""), "x-preview"))
    })
  )

  it.effect("PAR-006: a member has every field published so far", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const answer = yield* get(`/members/${M1}`, key("PA"))
      assert.containsAllKeys(Service.recordOf(answer.body), [
        "externalId",
        "firstName",
        "lastName",
        "displayName",
        "email",
        "phone",
        "preferredLanguage",
        "country",
        "status",
        "programs",
        "pointsBalance",
        "homePropertyId",
        "stayCount",
        "lastStayAt",
        "createdAt",
        "updatedAt"
      ])
    })
  )
})

/** Demo data of 550 days ago: lots, claims and tier periods have ended since, and no job has run. */
const lateDataset = (now: DateTime.Utc) => demoDataset(DateTime.subtract(now, { days: 550 }))

layer(Service.layer({ dataset: lateDataset }))("members long after the last job", (it) => {
  it.effect("PAR-048, DOMAIN 4.1, DOMAIN 4.4: balances and tiers are those of the member API, not those stored", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const list = yield* get("/members", key("PADM"))
      let staleWallets = 0
      for (const name of ["M1", "M2", "M3", "M9"] as const) {
        const listed = list.each("items").find((item) => Service.at(item, "externalId") === members[name])
        const balance = Service.recordOf(Service.at(listed, "pointsBalance"))
        const own = yield* memberCalls(name).get("/wallet/balance")
        assert.strictEqual(own.status, 200, own.text)
        const { creditBalance, pendingPoints, validBalance } = Service.recordOf(own.body)
        assert.deepStrictEqual(balance, { validBalance, creditBalance, pendingPoints }, name)
        const profile = yield* memberCalls(name).get("")
        assert.deepStrictEqual(Service.each(listed, "programs", "tierId"), profile.each("tiers", "id"), name)
        const stored = lateDataset(DateTime.nowUnsafe()).wallets.find((row) => row.memberId === memberIds[name])
        if (stored?.validBalance !== validBalance) staleWallets += 1
      }
      assert.isAbove(staleWallets, 0)
    })
  )
})
