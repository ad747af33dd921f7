import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { programIds, programXids, tierId, tierXids } from "../../src/demo/demoPrograms.ts"
import { venueDocumentId, type VenueName, venues } from "../../src/demo/venues.ts"
import { everywhere, nowhere, type Reach } from "../../src/domain/access/Reach.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import type { Enrolment } from "../../src/domain/members/Member.ts"
import { toEarningRulesView } from "../../src/domain/programs/EarningRulesView.ts"
import { ProgramViews, type ProgramsQuery } from "../../src/domain/programs/ProgramViews.ts"
import { NotFound } from "../../src/domain/shared/NotFound.ts"
import * as ProgramViewsLayer from "../../src/layers/repositories/ProgramViewsLayer.ts"
import { twins } from "../support/twins.ts"
import { ofA, ofB } from "../support/reaches.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z")

const at = (...names: ReadonlyArray<VenueName>): Reach => ({
  organizationIds: [organizationIds.A],
  venueIds: names.map((name) => venues[name].id)
})

const xid = (name: string) => programXids[name] ?? assert.fail(name)

/** Names with capitals, accents and the wildcards of LIKE. */
const odd = new Map([
  ["A", "Zoë 100%_club"],
  ["A_draft", "zoe"],
  ["A_archived", "Ångström"]
])

const enrolled = (memberId: Enrolment["memberId"], change: Partial<Enrolment>): Enrolment => ({
  organizationId: organizationIds.A,
  programId: programIds.A,
  memberId,
  tierId: tierId("A", 1),
  tierExpiresAt: null,
  qualifyingPoints: 0,
  qualifyingNights: 0,
  status: "active",
  enrolledAt: now,
  ...change
})

/** In A's program: M1 at level 1, M2 at 2, M3 whose expired level 3 becomes 2, M4 whose enrolment ended. */
const dataset: Dataset = (() => {
  const demo = demoWithoutCities(now)
  const names = new Map([...odd].map(([name, text]) => [xid(name), text]))
  const over = DateTime.subtract(now, { hours: 1 })
  return {
    ...demo,
    programs: demo.programs.map((row) => ({ ...row, name: names.get(row.xid) ?? row.name })),
    enrolments: [
      enrolled(memberIds.M1, {}),
      enrolled(memberIds.M2, { tierId: tierId("A", 2), tierExpiresAt: DateTime.add(now, { hours: 1 }) }),
      enrolled(memberIds.M3, { tierId: tierId("A", 3), tierExpiresAt: over, qualifyingPoints: 1200 }),
      enrolled(memberIds.M4, { tierId: tierId("A", 3), status: "ended" })
    ]
  }
})()

const list = Effect.fnUntraced(function* (query: Partial<ProgramsQuery>) {
  const views = yield* ProgramViews
  const page = yield* views.list({ reach: ofA, statuses: undefined, q: undefined, limit: 100, offset: 0, ...query })
  const byId = new Map(Object.entries(programXids).map(([name, id]) => [id, name]))
  return { ...page, names: page.items.map(({ programId }) => byId.get(programId)) }
})

const get = (name: string, reach: Reach) => ProgramViews.use((views) => views.get({ reach, programId: xid(name) }))

twins("ProgramViews", ProgramViewsLayer, dataset, (it) => {
  it.effect("PAR-139: lists and gets programs of the organizations within reach, whatever the venues", () =>
    Effect.gen(function* () {
      for (const reach of [ofA, at("V1"), at()]) {
        assert.sameMembers((yield* list({ reach })).names, ["A", "A_draft", "A_archived"])
      }
      assert.strictEqual((yield* list({ reach: everywhere })).total, 6)
      assert.deepStrictEqual((yield* list({ reach: nowhere })).items, [])
      for (const [name, reach] of [
        ["B", ofA],
        ["A", ofB],
        ["A", nowhere]
      ] as const) {
        assert.deepStrictEqual(yield* Effect.flip(get(name, reach)), new NotFound({}))
      }
      const unknown = ProgramViews.use((views) => views.get({ reach: everywhere, programId: "nothing" }))
      assert.deepStrictEqual(yield* Effect.flip(unknown), new NotFound({}))
    })
  )

  it.effect("returns a program with the number of its tiers and of its venues within reach", () =>
    Effect.gen(function* () {
      const row = dataset.programs.find((one) => one.xid === xid("A")) ?? assert.fail()
      const { id: _, organizationId: __, xid: programId, ...stored } = row
      const program = yield* get("A", ofA)
      assert.deepStrictEqual(program, { ...stored, programId, earnBasis: "spend", venueCount: 3, tierCount: 3 })
      assert.strictEqual((yield* get("A", at("V1", "V2"))).venueCount, 2)
      assert.strictEqual((yield* get("A", at("W1"))).venueCount, 0)
      assert.deepStrictEqual(
        (yield* list({ q: "100%" })).items.map((item) => item),
        [program]
      )
    })
  )

  it.effect("matches a part of the name literally, ignoring case and accents, and filters by status", () =>
    Effect.gen(function* () {
      for (const [q, names] of [
        ["ZOE", ["A", "A_draft"]],
        ["%", ["A"]],
        ["_", ["A"]],
        ["0%_c", ["A"]],
        ["angstrom", ["A_archived"]],
        [".*", []]
      ] as const) {
        assert.sameMembers((yield* list({ q })).names, [...names], q)
      }
      assert.sameMembers((yield* list({ statuses: ["draft", "archived"] })).names, ["A_draft", "A_archived"])
      assert.deepStrictEqual((yield* list({ statuses: ["draft"], q: "100" })).names, [])
      assert.deepStrictEqual((yield* list({ statuses: [] })).names, [])
    })
  )

  it.effect("orders by name, then id, both in binary order, and pages without gaps or repeats", () =>
    Effect.gen(function* () {
      const whole = yield* list({})
      assert.deepStrictEqual(whole.names, ["A", "A_draft", "A_archived"])
      const pages = yield* Effect.forEach([0, 1, 2, 3], (offset) => list({ limit: 1, offset }))
      assert.deepStrictEqual(
        pages.map(({ names, total }) => [names, total]),
        [...whole.names.map((name) => [[name], 3]), [[], 3]]
      )
      const listed = yield* list({ reach: everywhere })
      const names = listed.items.map(({ name }) => name)
      assert.deepStrictEqual(
        names,
        names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      )
    })
  )

  it.effect("DOMAIN 4.4: counts for each tier the active enrolments that hold it now, lowest tier first", () =>
    Effect.gen(function* () {
      const views = yield* ProgramViews
      const tiers = yield* views.listTiers({ reach: at("V1"), programId: xid("A"), now })
      assert.deepStrictEqual(
        tiers.map(({ level, memberCount, tierId: id }) => [id, level, memberCount]),
        [
          [tierXids["A1"], 1, 1],
          [tierXids["A2"], 2, 2],
          [tierXids["A3"], 3, 0]
        ]
      )
      const later = yield* views.listTiers({ reach: ofA, programId: xid("A"), now: DateTime.add(now, { years: 2 }) })
      assert.deepStrictEqual(
        later.map(({ memberCount }) => memberCount),
        [3, 0, 0]
      )
      const [, jade] = yield* views.listTiers({ reach: ofA, programId: xid("A_draft"), now })
      const row = dataset.tiers.find((one) => one.xid === tierXids["A_draft2"]) ?? assert.fail()
      assert.deepStrictEqual(jade, {
        tierId: row.xid,
        name: "Jade",
        level: 2,
        qualifyingPoints: 2000,
        qualifyingNights: 10,
        multiplier: 1.5,
        validityMonths: 24,
        color: null,
        memberCount: 0,
        updatedAt: row.updatedAt
      })
      assert.deepStrictEqual(yield* views.listTiers({ reach: ofB, programId: xid("A"), now }), [])
    })
  )

  it.effect("PAR-139: lists the venues of a program within reach, by name then id", () =>
    Effect.gen(function* () {
      const venuesOf = (name: string, reach: Reach) =>
        ProgramViews.use((views) => views.listVenues({ reach, programId: xid(name) }))
      assert.deepStrictEqual(
        (yield* venuesOf("A", ofA)).map(({ id, name }) => [name, id]),
        (["V1", "V2", "V3"] as const).map((name) => [`Venue ${name}`, venueDocumentId(name)])
      )
      assert.deepStrictEqual(
        (yield* venuesOf("A", at("V2", "W1"))).map(({ id }) => id),
        [venueDocumentId("V2")]
      )
      const joined = dataset.programVenues.find(({ propertyId }) => propertyId === venues.V2.id)?.joinedAt
      assert.deepStrictEqual((yield* venuesOf("A", at("V2")))[0]?.joinedAt, joined)
      for (const [name, reach] of [
        ["A", ofB],
        ["A", at()],
        ["A_draft", ofA]
      ] as const) {
        assert.deepStrictEqual(yield* venuesOf(name, reach), [])
      }
    })
  )

  it.effect("MEM-047: finds the newest rules in force on a day", () =>
    Effect.gen(function* () {
      const versionOn = (day: string, reach: Reach = ofA) =>
        Effect.map(
          ProgramViews.use((views) => views.findRules({ reach, programId: xid("A"), day })),
          Option.map(({ version }) => version)
        )
      const [first, second] = dataset.earningRules.filter(({ programId }) => programId === programIds.A)
      assert.deepStrictEqual(yield* versionOn(second?.effectiveFrom ?? ""), Option.some(2))
      assert.deepStrictEqual(yield* versionOn("2999-01-01", at()), Option.some(2))
      assert.deepStrictEqual(yield* versionOn(first?.effectiveFrom ?? ""), Option.some(1))
      assert.deepStrictEqual(yield* versionOn("2000-01-01"), Option.none())
      assert.deepStrictEqual(yield* versionOn("2999-01-01", ofB), Option.none())
      const views = yield* ProgramViews
      const found = yield* views.findRules({ reach: ofA, programId: xid("A"), day: "2999-01-01" })
      const newest = Option.getOrUndefined(found)
      assert.isDefined(newest)
      assert.deepStrictEqual(toEarningRulesView(newest ?? assert.fail()), toEarningRulesView(second ?? assert.fail()))
    })
  )
})
