import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { memberXid } from "../../../src/demo/demoMembers.ts"
import { isOpen } from "../../../src/domain/fulfillments/FulfillmentStatus.ts"
import { controls, desk, serviceWithCore } from "../../support/desk.ts"
import {
  act,
  get,
  idOf,
  idsOf,
  names,
  ofDesk,
  pending,
  reader,
  search,
  show,
  statuses
} from "../../support/deskCalls.ts"
import { memberCalls } from "../../support/memberCalls.ts"
import { key, operator, statusAndCode } from "../../support/partner.ts"
import { at, type Service } from "../../support/http/service.ts"

const { offers, venues } = demoIds
const { V1, V2, V3, W1 } = venues
const { give, layer: service } = serviceWithCore()

const openAtV1 = [
  ...ofDesk("v1", statuses.filter(isOpen)),
  ...names("modified", "approved", "claimed", "m2_pending", "m2_claimed")
]

type Headers = Readonly<Record<string, string>>

layer(service)("searchFulfillments", (it) => {
  it.effect("PAR-022: filters by status, offer, member, venue and text, alone and together", () =>
    Effect.gen(function* () {
      const all = idsOf(yield* search(""))
      assert.includeMembers(all, [...ofDesk("v1"), ...ofDesk("v2")])
      assert.notIncludeMembers(all, [...ofDesk("w1"), idOf("fulfilled")])
      for (const status of statuses) {
        const found = yield* search(`status=${status}`)
        assert.includeMembers(idsOf(found), names(`v1_${status}`, `v2_${status}`))
        assert.deepStrictEqual([...new Set(found.each("items", "status"))], [status])
      }
      const two = yield* search("status=claimed&status=approved,modified")
      assert.sameMembers([...new Set(two.each("items", "status"))], ["claimed", "approved", "modified"])
      assert.sameMembers(idsOf(yield* search(`offerId=${offers.transfer}`)), [
        ...ofDesk("v1"),
        ...ofDesk("v2"),
        idOf("m2_claimed")
      ])
      assert.sameMembers(idsOf(yield* search(`memberExternalId=${memberXid("M4").toLowerCase()}`)), [
        ...ofDesk("v1"),
        ...ofDesk("v2")
      ])
      assert.sameMembers(idsOf(yield* search(`memberExternalId=${memberXid("M4")}&propertyIds=${V2}`)), ofDesk("v2"))
      assert.sameMembers(idsOf(yield* search("q=FOUR")), [...ofDesk("v1"), ...ofDesk("v2")])
      assert.sameMembers(idsOf(yield* search("q=member%20four&status=claimed")), names("v1_claimed", "v2_claimed"))
      assert.sameMembers(idsOf(yield* search("q=museum")), names("pending_approval"))
      const together = `q=transfer&status=claimed&offerId=${offers.transfer}&memberExternalId=${memberXid("M4")}&propertyIds=${V1}`
      assert.deepStrictEqual(idsOf(yield* search(together)), names("v1_claimed"))
      assert.deepStrictEqual(
        idsOf(yield* search(`${together}&offerId=${offers.spa}`.replace(`offerId=${offers.transfer}&`, ""))),
        []
      )
    })
  )

  it.effect("PAR-022, PAR-018: a search without matches is an empty page, also with wildcard characters", () =>
    Effect.gen(function* () {
      for (const q of ["%", "_", "'", '"', "\\", "nobody"]) {
        const found = yield* search(`q=${encodeURIComponent(q)}`)
        assert.deepStrictEqual([found.status, found.each("items"), found.at("total")], [200, [], 0], q)
      }
      for (const query of [
        `offerId=${crypto.randomUUID()}`,
        "reservationId=none",
        `memberExternalId=${memberXid("M9")}`
      ]) {
        assert.deepStrictEqual((yield* search(query)).at("total"), 0, query)
      }
    })
  )

  it.effect("PAR-022: `claimedFrom` is inclusive, `claimedTo` exclusive", () =>
    Effect.gen(function* () {
      const claimedAt = String((yield* show("v1_approved")).at("claimedAt"))
      const next = new Date(Date.parse(claimedAt) + 1).toISOString()
      assert.include(idsOf(yield* search(`claimedFrom=${claimedAt}`)), idOf("v1_approved"))
      assert.notInclude(idsOf(yield* search(`claimedFrom=${next}`)), idOf("v1_approved"))
      assert.include(idsOf(yield* search(`claimedTo=${next}`)), idOf("v1_approved"))
      assert.notInclude(idsOf(yield* search(`claimedTo=${claimedAt}`)), idOf("v1_approved"))
      assert.includeMembers(idsOf(yield* search(`claimedFrom=${claimedAt}&claimedTo=${next}`)), names("v1_approved"))
    })
  )

  it.effect("PAR-022: malformed statuses, dates, ids, texts, orders and limits are 400", () =>
    Effect.gen(function* () {
      for (const query of [
        "status=open",
        "status=",
        "claimedFrom=yesterday",
        "claimedTo=2026-02-30",
        "claimedFrom=2026-02-02&claimedTo=2026-02-01",
        "memberExternalId=abc",
        "q=",
        `q=${"x".repeat(101)}`,
        "sort=name",
        "sortOrder=DESC"
      ]) {
        assert.deepStrictEqual(statusAndCode(yield* search(query)), [400, "invalid_parameter"], query)
      }
      for (const query of ["limit=0", "limit=101", "limit=x", "offset=-1"]) {
        assert.deepStrictEqual(statusAndCode(yield* get(`/search?${query}`)), [400, "invalid_parameter"], query)
      }
    })
  )

  it.effect("PAR-022: lists the newest claim first, or last with `sortOrder=asc`; pages cover each claim once", () =>
    Effect.gen(function* () {
      const first = yield* get("/search")
      assert.deepStrictEqual([first.at("limit"), first.at("offset")], [25, 0])
      const all = yield* search("sort=claimedAt")
      const times = all.each("items", "claimedAt").map(String)
      assert.deepStrictEqual(times, times.toSorted().toReversed())
      assert.deepStrictEqual(idsOf(yield* search("sortOrder=asc")), idsOf(all).toReversed())
      const walked: Array<unknown> = []
      for (let offset = 0; offset < Number(all.at("total")); offset += 7) {
        const page = yield* get(`/search?limit=7&offset=${offset}`)
        assert.deepStrictEqual([page.at("total"), page.at("offset")], [all.at("total"), offset])
        walked.push(...idsOf(page))
      }
      assert.deepStrictEqual(walked, idsOf(all))
      const beyond = yield* get("/search?offset=1000")
      assert.deepStrictEqual([beyond.status, beyond.each("items"), beyond.at("total")], [200, [], all.at("total")])
    })
  )

  it.effect("PAR-001, PAR-002, PAR-057: lists only claims at venues within reach; a filter beyond them is 403", () =>
    Effect.gen(function* () {
      const mine = idsOf(yield* search(""))
      const theirs = idsOf(yield* search("", key("PB")))
      assert.sameMembers(theirs, ofDesk("w1"))
      assert.deepStrictEqual(
        mine.filter((id) => theirs.includes(id)),
        []
      )
      for (const list of [search, pending]) {
        const seen = yield* list("", key("PA_v1"))
        assert.deepStrictEqual([...new Set(seen.each("items", "propertyId"))], [V1])
        for (const filter of [V2, `${V1},${V2}`, W1, "unknown"]) {
          const refused = yield* list(`propertyIds=${filter}`, key("PA_v1"))
          assert.deepStrictEqual(statusAndCode(refused), [403, "property_out_of_scope"], filter)
        }
        assert.deepStrictEqual(idsOf(yield* list(`propertyIds=${V1}`)), idsOf(seen))
        assert.deepStrictEqual(idsOf(yield* list(`propertyIds=${V3}`)), [])
      }
      const operated = yield* search("", yield* operator("OT_A"))
      assert.deepStrictEqual(idsOf(operated), mine)
    })
  )
})

layer(service)("listPendingFulfillments", (it) => {
  it.effect("PAR-023: lists exactly the open claims of a venue, oldest first, by status and in pages", () =>
    Effect.gen(function* () {
      const found = yield* pending(`propertyIds=${V1}`)
      assert.sameMembers(idsOf(found), openAtV1)
      const times = found.each("items", "claimedAt").map(String)
      assert.deepStrictEqual(times, times.toSorted())
      assert.strictEqual(found.at("total"), openAtV1.length)
      for (const status of statuses) {
        const some = yield* pending(`status=${status}`)
        assert.deepStrictEqual([...new Set(some.each("items", "status"))], isOpen(status) ? [status] : [])
      }
      assert.deepStrictEqual(statusAndCode(yield* pending("status=open")), [400, "invalid_parameter"])
      const page = yield* get("/pending?limit=2&offset=1")
      assert.deepStrictEqual(idsOf(page), idsOf(yield* pending()).slice(1, 3))
    })
  )

  it.effect(
    "PAR-023, DOMAIN 11.1: a claim at a venue is listed until it is cancelled, rejected, fulfilled or expired",
    () =>
      Effect.gen(function* () {
        yield* give("M1", 20_000)
        const m1 = memberCalls("M1")
        const endings: ReadonlyArray<
          readonly [string, (id: unknown, code: unknown) => Effect.Effect<unknown, unknown, Service>]
        > = [
          ["cancelled", (id) => m1.cancel(id)],
          ["rejected", (id) => desk.reject(id)],
          ["fulfilled", (id, code) => desk.fulfill(id, code)],
          ["expired", () => controls.pass(721)]
        ]
        for (const [status, end] of endings) {
          const claim = yield* m1.claim("late_checkout")
          const id = claim.at("fulfillmentId")
          assert.include(idsOf(yield* pending()), id)
          assert.strictEqual(yield* desk.approve(id), "approved")
          const listed = (yield* pending("status=approved")).each("items").find((item) => at(item, "id") === id)
          assert.strictEqual(at(listed, "status"), "approved")
          const code = (yield* m1.fulfillment(id)).at("verificationCode")
          yield* end(id, code)
          assert.notInclude(idsOf(yield* pending()), id, status)
          assert.strictEqual((yield* get(`/${String(id)}`)).at("status"), status)
        }
        yield* controls.reset
        const direct = yield* m1.claim("spa")
        assert.include(idsOf(yield* pending()), direct.at("fulfillmentId"))
        yield* m1.confirm(direct.at("fulfillmentId"))
        assert.notInclude(idsOf(yield* pending()), direct.at("fulfillmentId"))
        const withoutVenue = yield* m1.claim("breakfast")
        assert.strictEqual(withoutVenue.status, 201)
        assert.notInclude(idsOf(yield* pending()), withoutVenue.at("fulfillmentId"))
      })
  )

  it.effect(
    "PAR-023: `updatedSince` is inclusive; `nextUpdatedSince` lies a request timeout and 30 seconds in the past",
    () =>
      Effect.gen(function* () {
        yield* controls.reset
        const before = yield* pending()
        const approvedAt = (yield* act("v1_pending_approval", "approve")).at("fulfillment.approvedAt")
        const since = yield* pending(`updatedSince=${String(approvedAt)}`)
        assert.deepStrictEqual(idsOf(since), names("v1_pending_approval"))
        const later = new Date(Date.parse(String(approvedAt)) + 1).toISOString()
        assert.deepStrictEqual(idsOf(yield* pending(`updatedSince=${later}`)), [])
        assert.include(
          idsOf(yield* pending(`updatedSince=${String(before.at("nextUpdatedSince"))}`)),
          idOf("v1_pending_approval")
        )
        const overlap = Date.parse(String(approvedAt)) - Date.parse(String(before.at("nextUpdatedSince")))
        assert.isAtLeast(overlap, 45_000)
        assert.deepStrictEqual(statusAndCode(yield* pending("updatedSince=then")), [400, "invalid_parameter"])
      })
  )

  it.effect(
    "PAR-010, PAR-023: an unchanged poll is 304; a claim, an approval, 15 minutes or an expiry makes it 200",
    () =>
      Effect.gen(function* () {
        yield* controls.reset
        const m1 = memberCalls("M1")
        const first = yield* pending()
        const etag = first.headers.get("etag") ?? ""
        assert.match(etag, /^W\/"[0-9a-f]{32}"$/)
        assert.strictEqual(first.headers.get("cache-control"), "private, no-cache")
        const poll = (tag: string, query = "", headers: Headers = reader) =>
          pending(query, { ...headers, "if-none-match": tag })
        for (const tag of [etag, "*", `"other", ${etag}`, etag.slice(2)]) {
          const again = yield* poll(tag)
          assert.deepStrictEqual([again.status, again.text, again.headers.get("etag")], [304, "", etag], tag)
          assert.isNotNull(again.headers.get("ratelimit-limit") ?? again.headers.get("x-ratelimit-limit"))
        }
        for (const other of [poll(etag, "status=claimed"), poll(etag, `propertyIds=${V2}`), poll('W/"other"')]) {
          assert.strictEqual((yield* other).status, 200)
        }
        const claim = yield* m1.claim("late_checkout")
        const changed = yield* poll(etag)
        assert.strictEqual(changed.status, 200)
        assert.include(idsOf(changed), claim.at("fulfillmentId"))
        const second = changed.headers.get("etag") ?? ""
        assert.strictEqual((yield* poll(second)).status, 304)
        yield* desk.approve(claim.at("fulfillmentId"))
        const third = (yield* poll(second)).headers.get("etag") ?? ""
        assert.notStrictEqual(third, second)
        assert.strictEqual((yield* poll(third)).status, 304)
        yield* controls.pass(0.26)
        assert.strictEqual((yield* poll(third)).status, 200)
        const last = (yield* pending()).headers.get("etag") ?? ""
        yield* controls.pass(721)
        const due = yield* poll(last)
        assert.deepStrictEqual([due.status, idsOf(due)], [200, []])
      })
  )
})
