import { assert } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { venueDocumentId, venues } from "../../src/demo/venues.ts"
import { everywhere, nowhere, type Reach } from "../../src/domain/access/Reach.ts"
import { Enrolments } from "../../src/domain/members/Enrolments.ts"
import { MemberAccounts } from "../../src/domain/members/MemberAccounts.ts"
import { MemberId } from "../../src/domain/members/Member.ts"
import { type MembersQuery, MemberViews } from "../../src/domain/members/MemberViews.ts"
import { ProgramId } from "../../src/domain/programs/Program.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { NotFound } from "../../src/domain/shared/NotFound.ts"
import * as EnrolmentsLayer from "../../src/layers/repositories/EnrolmentsLayer.ts"
import * as MemberAccountsLayer from "../../src/layers/repositories/MemberAccountsLayer.ts"
import * as MemberViewsLayer from "../../src/layers/repositories/MemberViewsLayer.ts"
import { days, memberViewsDataset } from "../support/datasets/memberViewsDataset.ts"
import { member, start, stay } from "../support/datasets/staysDataset.ts"
import { twins } from "../support/twins.ts"
import { ofA, ofB } from "../support/reaches.ts"

const { A, B } = organizationIds

const at = (...names: ReadonlyArray<"V1" | "V2" | "V3" | "W1">): Reach => ({
  organizationIds: [A],
  venueIds: names.map((name) => venues[name].id)
})

const xid = (id: number) => String(id).padStart(26, "0")

const twin = {
  layerMemory: Layer.mergeAll(
    MemberViewsLayer.layerMemory,
    MemberAccountsLayer.layerMemory,
    EnrolmentsLayer.layerMemory
  ),
  layerSql: Layer.mergeAll(MemberViewsLayer.layerSql, MemberAccountsLayer.layerSql, EnrolmentsLayer.layerSql)
}

const list = Effect.fnUntraced(function* (query: Partial<MembersQuery> = {}) {
  const { reach = ofA } = query
  const page = yield* MemberViews.use((views) =>
    views.list({
      reach,
      within: query.within ?? reach,
      now: start,
      q: undefined,
      matchesContacts: false,
      email: undefined,
      tierId: undefined,
      programId: undefined,
      updatedSince: undefined,
      limit: 100,
      offset: 0,
      ...query
    })
  )
  return { ...page, ids: page.items.map(({ externalId }) => Number(externalId)) }
})

const get = (id: number, reach: Reach = ofA, now = start) =>
  Effect.map(
    MemberViews.use((views) => views.get({ reach, externalId: xid(id), now })),
    ({ member: found }) => found
  )

const found = Effect.fnUntraced(function* (query: Partial<MembersQuery>) {
  const { ids, total } = yield* list(query)
  assert.strictEqual(total, ids.length, JSON.stringify(query))
  return ids
})

const ofFirstDay = {
  ...memberViewsDataset,
  reservations: [
    ...memberViewsDataset.reservations,
    stay(90, { memberId: MemberId.make(9), propertyId: venues.V3.id, checkIn: "0001-01-01", checkOut: null })
  ]
}

twins("MemberViews of a stay without a real date", twin, ofFirstDay, (it) => {
  it.effect("PAR-048: has an instant that every store can show, although the day began before the calendar", () =>
    Effect.gen(function* () {
      const { homePropertyId, lastStayAt, stayCount } = yield* get(9)
      assert.deepStrictEqual(
        [stayCount, lastStayAt, homePropertyId],
        [1, "0001-01-01T00:00:00.000Z", venueDocumentId("V3")]
      )
    })
  )
})

twins("MemberViews", twin, memberViewsDataset, (it) => {
  it.effect("PAR-139, PAR-045: lists for all-venues callers who is enrolled, stayed, claimed or was invited", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* found({}), [1, 2, 3, 5, 8, 9, 10, 11, 12])
      assert.deepStrictEqual(yield* found({ reach: ofB }), [1, 4, 12])
      assert.deepStrictEqual(
        yield* found({ reach: { organizationIds: [A, B], venueIds: "all" } }),
        [1, 2, 3, 4, 5, 8, 9, 10, 11, 12]
      )
      assert.deepStrictEqual(yield* found({ reach: everywhere }), [1, 2, 3, 4, 5, 8, 9, 10, 11, 12])
    })
  )

  it.effect("PAR-139, PAR-002: lists for callers of some venues only who stayed, claimed or was invited there", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* found({ reach: at("V1") }), [1, 5, 8, 12])
      assert.deepStrictEqual(yield* found({ reach: at("V2") }), [1, 2, 12])
      assert.deepStrictEqual(yield* found({ reach: at("V3") }), [9])
      assert.deepStrictEqual(yield* found({ reach: at("V1", "V2") }), [1, 2, 5, 8, 12])
      assert.deepStrictEqual(yield* found({ reach: at("W1") }), [])
      assert.deepStrictEqual(yield* found({ reach: nowhere }), [])
      assert.deepStrictEqual(yield* found({ reach: { organizationIds: "all", venueIds: [venues.W1.id] } }), [1, 4])
    })
  )

  it.effect("PAR-041: filters by venues without changing a member's view", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* found({ within: at("V2") }), [1, 2, 12])
      assert.deepStrictEqual((yield* list({ within: at("V2") })).items[0], yield* get(1))
      assert.deepStrictEqual(yield* found({ within: at("V2"), q: "member" }), [12])
    })
  )

  it.effect("PAR-039, PAR-040: pages by id without gaps or repeats, and returns the total past the end too", () =>
    Effect.gen(function* () {
      for (const query of [
        {},
        { reach: at("V1", "V2") },
        { q: "e" },
        { reach: at("V1") },
        { reach: at("V1", "V2"), q: "e" },
        { tierId: "tier-1-2" },
        { programId: "program-1" },
        { programId: "program-1", tierId: "tier-1-2" },
        { programId: "program-3", reach: everywhere },
        { programId: "program-1", reach: at("V1", "V2") }
      ]) {
        const whole = yield* list(query)
        const pages = yield* Effect.forEach([0, 2, 4, 6, 8], (offset) => list({ ...query, limit: 2, offset }))
        assert.deepStrictEqual(
          pages.flatMap(({ items }) => items),
          whole.items
        )
        assert.deepStrictEqual([...new Set(pages.map(({ total }) => total))], [whole.total])
        const beyond = yield* list({ ...query, offset: 1000 })
        assert.deepStrictEqual([beyond.items, beyond.total], [[], whole.total])
      }
    })
  )

  it.effect("PAR-048: returns the account, with null for missing values", () =>
    Effect.gen(function* () {
      const [stored] = member(8)
      assert.deepStrictEqual(yield* get(8), {
        externalId: xid(8),
        firstName: "Member",
        lastName: "Number 8",
        displayName: "Member Number 8",
        email: "m8@example.com",
        phone: null,
        preferredLanguage: null,
        country: null,
        status: "active",
        programs: [],
        pointsBalance: null,
        homePropertyId: null,
        stayCount: 0,
        lastStayAt: null,
        createdAt: DateTime.formatIso(stored?.createdAt ?? start),
        updatedAt: DateTime.formatIso(stored?.updatedAt ?? start)
      })
      assert.strictEqual((yield* get(2)).displayName, "100%_back\\slash")
      assert.deepStrictEqual([(yield* get(5)).status, (yield* get(12)).status], ["closed", "suspended"])
    })
  )

  it.effect("PAR-048: counts the stays within reach that have begun and were not called off", () =>
    Effect.gen(function* () {
      const stays = ({ homePropertyId, lastStayAt, stayCount }: Effect.Success<ReturnType<typeof get>>) => [
        stayCount,
        lastStayAt,
        homePropertyId
      ]
      assert.deepStrictEqual(stays(yield* get(1)), [3, "2026-03-05T05:00:00.000Z", venueDocumentId("V1")])
      assert.deepStrictEqual(stays(yield* get(1, at("V2"))), [1, "2026-03-05T05:00:00.000Z", venueDocumentId("V2")])
      assert.deepStrictEqual(stays(yield* get(1, ofB)), [1, "2026-03-09T16:00:00.000Z", venueDocumentId("W1")])
      assert.deepStrictEqual(stays(yield* get(1, everywhere)), [4, "2026-03-09T16:00:00.000Z", venueDocumentId("V1")])
      // In New York 10 March begins at 04:00 UTC.
      assert.deepStrictEqual(stays(yield* get(2)), [1, "2026-03-10T04:00:00.000Z", venueDocumentId("V2")])
      const early = DateTime.makeUnsafe("2026-03-10T03:59:59Z")
      assert.deepStrictEqual(stays(yield* get(2, ofA, early)), [0, null, null])
    })
  )

  it.effect("PAR-048: among venues with equally many stays, the home venue is that of the latest, then by id", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* get(12)).homePropertyId, venueDocumentId("V2"))
      assert.strictEqual((yield* get(12, at("V1"))).homePropertyId, venueDocumentId("V1"))
    })
  )

  it.effect("PAR-048, DOMAIN 4.4: returns programs within reach with the current tier, highest level first", () =>
    Effect.gen(function* () {
      const tiers = ({ programs }: Effect.Success<ReturnType<typeof get>>) =>
        programs.map(({ programId, tierExpiresAt, tierId }) => [programId, tierId, tierExpiresAt])
      const end = DateTime.formatIso(days(300))
      assert.deepStrictEqual(tiers(yield* get(1)), [
        ["program-1", "tier-1-2", end],
        ["program-2", "tier-2-1", null]
      ])
      assert.deepStrictEqual(tiers(yield* get(12)), [["program-1", "tier-1-3", end]])
      assert.deepStrictEqual(tiers(yield* get(12, ofB)), [["program-3", "tier-3-2", end]])
      assert.deepStrictEqual(tiers(yield* get(12, everywhere)), [
        ["program-1", "tier-1-3", end],
        ["program-3", "tier-3-2", end]
      ])
      const ended = DateTime.formatIso(DateTime.add(days(-10), { months: 12 }))
      assert.deepStrictEqual(tiers(yield* get(10)), [["program-1", "tier-1-2", ended]])
      assert.deepStrictEqual(tiers(yield* get(10, ofA, days(400))), [["program-1", "tier-1-1", null]])
      assert.deepStrictEqual(tiers(yield* get(5)), [])
      assert.deepInclude((yield* get(1)).programs[0], { name: "Program 1", tierName: "Tier 2", tierLevel: 2 })
    })
  )

  it.effect("PAR-048, DOMAIN 4.1: the balance excludes expired points and includes refunds that are due", () =>
    Effect.gen(function* () {
      // 500 without the 200 that expire now, with the 40 and 3 that a due claim refunds.
      assert.deepStrictEqual((yield* get(1)).pointsBalance, {
        validBalance: 340,
        creditBalance: 53,
        pendingPoints: 125
      })
      const before = DateTime.subtract(start, { seconds: 1 })
      assert.deepStrictEqual((yield* get(1, ofA, before)).pointsBalance, {
        validBalance: 500,
        creditBalance: 50,
        pendingPoints: 125
      })
      assert.deepStrictEqual((yield* get(3)).pointsBalance, { validBalance: 0, creditBalance: 0, pendingPoints: 0 })
    })
  )

  it.effect("PAR-048: pointsBalance is null where the member is not enrolled", () =>
    Effect.gen(function* () {
      assert.isNull((yield* get(2)).pointsBalance)
      assert.isNull((yield* get(1, ofB)).pointsBalance)
      assert.isNull((yield* get(5)).pointsBalance)
      assert.isNotNull((yield* get(1, everywhere)).pointsBalance)
      assert.isNotNull((yield* get(1, at("V2"))).pointsBalance)
    })
  )

  it.effect(
    "PAR-041: q matches a part of the name or id, ignoring case and accents, and of contacts only on request",
    () =>
      Effect.gen(function* () {
        const everyone = yield* found({})
        for (const [q, names, contacts] of [
          ["ada mull", [1], [1]],
          ["MÜLLER-O'B", [1], [1]],
          ["o brien", [], []],
          ["strasse", [3], [3]],
          ["αω lodz", [3], [3]],
          ["%", [2], [1, 2]],
          ["_", [2], [1, 2]],
          ["100%_BACK\\", [2], [2]],
          ["k\\s", [2], [2]],
          ['"', [], []],
          ["'", [1], [1]],
          ["';--", [], []],
          ["\n", everyone, everyone],
          ["00000000000000000000000001", [1], [1]],
          ["ada.b_1%x", [], [1]],
          ["912 000", [], [1]],
          ["M8@EXAMPLE", [], [8]],
          ["nobody@example.com", [], []],
          ["Number 8\n", [8], [8]],
          ["\u0301", [], []]
        ] as const) {
          assert.deepStrictEqual(yield* found({ q }), [...names], q)
          assert.deepStrictEqual(yield* found({ q, matchesContacts: true }), [...contacts], q)
        }
      })
  )

  it.effect("PAR-041: filters by email, tierId, programId and updatedSince, alone and combined", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* found({ email: "ADA.b_1%X@example.com" }), [1])
      assert.deepStrictEqual(yield* found({ email: "àda.b_1%x@example.com" }), [1])
      assert.deepStrictEqual(yield* found({ email: "ada.b_1%x@example.co" }), [])
      assert.deepStrictEqual(yield* found({ email: "m4@example.com" }), [])
      assert.deepStrictEqual(yield* found({ tierId: "tier-1-2" }), [1, 10])
      assert.deepStrictEqual(yield* found({ tierId: "tier-1-3" }), [12])
      assert.deepStrictEqual(yield* found({ tierId: "tier-1-2", now: days(400) }), [])
      assert.deepStrictEqual(yield* found({ tierId: "tier-3-2" }), [])
      assert.deepStrictEqual(yield* found({ tierId: "tier-3-2", reach: ofB }), [12])
      assert.deepStrictEqual(yield* found({ tierId: "tier-1-2", reach: at("V1") }), [1])
      assert.deepStrictEqual(yield* found({ tierId: "tier-1-2", reach: everywhere }), [1, 10])
      assert.deepStrictEqual(yield* found({ tierId: "tier-3-2", reach: everywhere, within: ofA }), [12])
      assert.deepStrictEqual(yield* found({ tierId: "tier-1-2", within: at("V1", "V2") }), [1])
      assert.deepStrictEqual(yield* found({ tierId: "tier-1-2", q: "number" }), [10])
      assert.deepStrictEqual(yield* found({ tierId: "tier-1-2", q: "0" }), [1, 10])
      assert.deepStrictEqual(yield* found({ tierId: "tier-1-2", programId: "program-1" }), [1, 10])
      assert.deepStrictEqual(yield* found({ tierId: "tier-1-2", programId: "program-3", reach: everywhere }), [])
      assert.deepStrictEqual(yield* found({ programId: "program-1", reach: at("V1", "V2") }), [1, 12])
      assert.deepStrictEqual(yield* found({ programId: "program-1", q: "12" }), [12])
      assert.deepStrictEqual(yield* found({ programId: "program-1" }), [1, 3, 10, 12])
      assert.deepStrictEqual(yield* found({ programId: "program-3" }), [])
      assert.deepStrictEqual(yield* found({ programId: "program-3", reach: everywhere }), [4, 12])
      assert.deepStrictEqual(yield* found({ programId: "program-1", tierId: "tier-2-1" }), [1])
      const [stored] = member(1)
      assert.deepStrictEqual((yield* found({ updatedSince: stored?.updatedAt })).length, 9)
      assert.deepStrictEqual(yield* found({ updatedSince: days(-10) }), [5, 12])
      assert.deepStrictEqual(yield* found({ updatedSince: DateTime.add(days(-10), { milliseconds: 1 }) }), [12])
      assert.deepStrictEqual(yield* found({ updatedSince: days(-10), q: "number 12" }), [12])
    })
  )

  it.effect("PAR-045, PAR-007: a missing, foreign, unreachable or merged member is NotFound", () =>
    Effect.gen(function* () {
      for (const [id, reach] of [
        [99, ofA],
        [4, ofA],
        [3, at("V1", "V2", "V3")],
        [2, at("V1")],
        [6, ofA],
        [6, everywhere],
        [7, ofA],
        [7, everywhere],
        [1, nowhere]
      ] as const) {
        assert.deepStrictEqual(yield* Effect.flip(get(id, reach)), new NotFound({}), `${id}`)
      }
    })
  )

  it.effect("PAR-046: gets members by internal id in list order, and omits members not in the list", () =>
    Effect.gen(function* () {
      const memberIds = [12, 99, 1, 4, 6, 7].map((id) => MemberId.make(id))
      const located = yield* MemberViews.use(({ getMany }) => getMany({ reach: ofA, memberIds, now: start }))
      const { items } = yield* list()
      assert.deepStrictEqual(
        located.map(({ memberId, member: view }) => [Number(memberId), view]),
        items
          .filter(({ externalId }) => [1, 12].includes(Number(externalId)))
          .map((one) => [Number(one.externalId), one])
      )
      for (const one of items) assert.deepStrictEqual(yield* get(Number(one.externalId)), one)
      assert.deepStrictEqual(
        yield* MemberViews.use(({ getMany }) => getMany({ reach: ofA, memberIds: [], now: start })),
        []
      )
    })
  )

  it.effect("DOMAIN 1.7, DOMAIN 4.5: reflects enrolments and merges at once, in list and total", () =>
    Effect.gen(function* () {
      const accounts = yield* MemberAccounts
      const { insert } = yield* Enrolments
      const programId = ProgramId.make(1)
      yield* atomically(insert({ programId, memberId: MemberId.make(7), now: start }))
      assert.deepStrictEqual(yield* found({}), [1, 2, 3, 5, 7, 8, 9, 10, 11, 12])
      // Member 2 stayed at V2, and merges into 3, who had only an enrolment.
      const [from, to] = [MemberId.make(2), MemberId.make(3)]
      yield* atomically(
        Effect.andThen(
          accounts.changeOwner({ from, to, now: start }),
          accounts.updateClosed({ id: from, mergedInto: to, now: start })
        )
      )
      assert.deepStrictEqual(yield* found({}), [1, 3, 5, 7, 8, 9, 10, 11, 12])
      assert.deepStrictEqual(yield* found({ reach: at("V2") }), [1, 3, 12])
      assert.strictEqual((yield* get(3, at("V2"))).stayCount, 1)
      // A closed account is still listed, with status closed.
      yield* atomically(accounts.updateClosed({ id: MemberId.make(7), mergedInto: null, now: days(1) }))
      const closed = yield* get(7)
      assert.deepStrictEqual([closed.status, closed.programs, closed.pointsBalance], ["closed", [], null])
      assert.strictEqual(closed.updatedAt, DateTime.formatIso(days(1)))
    })
  )
})
