import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { operatorId, type OperatorName, operatorSubject } from "../../src/demo/demoOperators.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { venueDocumentId, venues } from "../../src/demo/venues.ts"
import { everywhere, nowhere, type Reach } from "../../src/domain/access/Reach.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { NotFound } from "../../src/domain/shared/NotFound.ts"
import { type LockedTeammate, Teammates, type TeammatesQuery } from "../../src/domain/teammates/Teammates.ts"
import * as TeammatesLayer from "../../src/layers/repositories/TeammatesLayer.ts"
import { withoutSignIns } from "../support/operator.ts"
import { twins } from "../support/twins.ts"
import { ofA } from "../support/reaches.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z")

const at = (...names: ReadonlyArray<"V1" | "V2" | "V3" | "W1">): Reach => ({
  organizationIds: [organizationIds.A],
  venueIds: names.map((name) => venues[name].id)
})

/** Names and addresses with capitals, accents and the wildcards of LIKE. */
const odd: Readonly<Partial<Record<OperatorName, { readonly name: string; readonly email: string }>>> = {
  v1: { name: "Zoë Ångström", email: "100%_sure@example.com" },
  v12: { name: "O'Neil \\ Søn", email: "o_neil@example.com" },
  v2: { name: "ΑΘΗΝΑ", email: "xneil@example.com" },
  v3: { name: "anna", email: "v3@example.com" },
  newcomer: { name: "Anna", email: "newcomer@example.com" },
  a: { name: "Anna", email: "a@example.com" }
}

const dataset: Dataset = (() => {
  const demo = withoutSignIns(now)
  const changes = new Map(Object.entries(odd).map(([name, change]) => [`demo-operator-${name}`, change]))
  return { ...demo, operators: demo.operators.map((row) => ({ ...row, ...changes.get(row.identitySubject) })) }
})()

const short = (subject: string) => subject.replace("demo-operator-", "")

const list = Effect.fnUntraced(function* (query: Partial<TeammatesQuery>) {
  const teammates = yield* Teammates
  const page = yield* teammates.list({ reach: ofA, q: undefined, venueId: undefined, limit: 100, offset: 0, ...query })
  return { ...page, names: page.items.map(({ teammateId }) => short(teammateId)) }
})

const get = (name: OperatorName, reach: Reach) =>
  Teammates.use((teammates) => teammates.get({ reach, teammateId: operatorSubject(name) }))

const lock = (name: OperatorName, reach: Reach, caller: OperatorName | null = null) =>
  atomically(
    Teammates.use((teammates) =>
      teammates.getForUpdate({
        reach,
        teammateId: operatorSubject(name),
        callerSubject: caller === null ? null : operatorSubject(caller)
      })
    )
  )

twins("Teammates", TeammatesLayer, dataset, (it) => {
  it.effect("PAR-139: lists for all-venues callers every active operator of the organization, no platform staff", () =>
    Effect.gen(function* () {
      assert.sameMembers((yield* list({})).names, ["a", "newcomer", "v1", "v12", "v2", "v3"])
      assert.sameMembers((yield* list({ reach: everywhere })).names, [
        "a",
        "b",
        "newcomer",
        "v1",
        "v12",
        "v2",
        "v3",
        "w1"
      ])
      assert.deepStrictEqual(yield* list({ reach: nowhere }), { items: [], total: 0, names: [] })
    })
  )

  it.effect("PAR-139: lists operators who reach a venue within reach, with only their venues within it", () =>
    Effect.gen(function* () {
      const { items, total } = yield* list({ reach: at("V1") })
      assert.deepStrictEqual(
        items.map(({ allVenues, teammateId, venueIds }) => [short(teammateId), allVenues, venueIds]).toSorted(),
        [
          ["a", true, []],
          ["v1", false, [venueDocumentId("V1")]],
          ["v12", false, [venueDocumentId("V1")]]
        ]
      )
      assert.strictEqual(total, 3)
      const wide = yield* get("v12", at("V1", "V2", "V3"))
      assert.deepStrictEqual(wide.venueIds, [venueDocumentId("V1"), venueDocumentId("V2")].toSorted())
      assert.deepStrictEqual(wide.venueIds, (yield* get("v12", ofA)).venueIds)
      const { organizationId: _, ...row } =
        dataset.operators.find(({ id }) => id === operatorId("v12")) ?? assert.fail()
      assert.deepStrictEqual(wide, {
        teammateId: row.identitySubject,
        name: row.name,
        email: row.email,
        role: row.role,
        allVenues: false,
        venueIds: wide.venueIds,
        updatedAt: row.updatedAt
      })
    })
  )

  it.effect("PAR-007, PAR-139: a missing, foreign, deactivated or unreachable operator is NotFound", () =>
    Effect.gen(function* () {
      for (const [name, reach] of [
        ["b", ofA],
        ["noorg", everywhere],
        ["staff", everywhere],
        ["deactivated", ofA],
        ["v2", at("V1")],
        ["newcomer", at("V1", "V2", "V3")],
        ["a", at()],
        ["a", at("W1")]
      ] as const) {
        assert.deepStrictEqual(yield* Effect.flip(get(name, reach)), new NotFound({}), name)
      }
      const missing = Teammates.use((teammates) => teammates.get({ reach: everywhere, teammateId: "nobody" }))
      assert.deepStrictEqual(yield* Effect.flip(missing), new NotFound({}))
      assert.deepStrictEqual((yield* get("newcomer", ofA)).venueIds, [])
    })
  )

  it.effect("PAR-057: lists operators who reach one venue, including those with all venues of its organization", () =>
    Effect.gen(function* () {
      assert.sameMembers((yield* list({ venueId: venues.V2.id })).names, ["a", "v12", "v2"])
      assert.sameMembers((yield* list({ reach: everywhere, venueId: venues.W1.id })).names, ["b", "w1"])
      assert.sameMembers((yield* list({ reach: at("V1", "V2"), venueId: venues.V1.id })).names, ["a", "v1", "v12"])
      const [seen] = (yield* list({ reach: at("V1", "V2"), venueId: venues.V1.id, q: "Neil" })).items
      assert.deepStrictEqual(seen?.venueIds, [venueDocumentId("V1"), venueDocumentId("V2")].toSorted())
    })
  )

  it.effect("matches a part of name or address literally, ignoring case and accents", () =>
    Effect.gen(function* () {
      for (const [q, names] of [
        ["ANNA", ["a", "newcomer", "v3"]],
        ["zoe å", ["v1"]],
        ["αθηνα", ["v2"]],
        ["søn", ["v12"]],
        ["%", ["v1"]],
        ["0%_s", ["v1"]],
        ["_", ["v1", "v12"]],
        ["o_neil@", ["v12"]],
        ["o'neil", ["v12"]],
        ["\\", ["v12"]],
        ["l \\ s", ["v12"]],
        ["@EXAMPLE.COM", ["a", "newcomer", "v1", "v12", "v2", "v3"]],
        ["a.*", []],
        ["anna ", []]
      ] as const) {
        const found = yield* list({ q })
        assert.sameMembers(found.names, [...names], q)
        assert.strictEqual(found.total, names.length, q)
      }
    })
  )

  it.effect("orders by name, then id, both in binary order, and pages without gaps or repeats", () =>
    Effect.gen(function* () {
      const whole = yield* list({})
      assert.deepStrictEqual(whole.names, ["a", "newcomer", "v12", "v1", "v3", "v2"])
      const pages = yield* Effect.forEach([0, 2, 4, 6], (offset) => list({ limit: 2, offset }))
      assert.deepStrictEqual(
        pages.flatMap(({ names }) => names),
        whole.names
      )
      assert.deepStrictEqual(
        pages.map(({ total }) => total),
        [6, 6, 6, 6]
      )
    })
  )

  it.effect("PAR-139: locks a teammate and the calling operator, whatever their reach", () =>
    Effect.gen(function* () {
      const rowOf = (name: OperatorName) =>
        dataset.operators.find(({ id }) => id === operatorId(name)) ?? assert.fail(name)
      const pair = ({ caller, operator }: LockedTeammate): ReadonlyArray<unknown> => [operator, caller]
      assert.deepStrictEqual(pair(yield* lock("v3", at("V1"), "v2")), [rowOf("v3"), rowOf("v2")])
      assert.deepStrictEqual(pair(yield* lock("v3", at("V1"), "v3")), [rowOf("v3"), rowOf("v3")])
      assert.deepStrictEqual(pair(yield* lock("v3", ofA)), [rowOf("v3"), null])
      assert.deepStrictEqual((yield* lock("v3", ofA, "staff")).caller, rowOf("staff"))
      for (const name of ["b", "noorg", "deactivated"] as const) {
        assert.deepStrictEqual(yield* Effect.flip(lock(name, ofA, name)), new NotFound({}), name)
      }
    })
  )

  it.effect("PAR-139: replaces the whole reach of an operator, and returns even one no longer within reach", () =>
    Effect.gen(function* () {
      const teammates = yield* Teammates
      const before = yield* list({})
      const change = { organizationId: organizationIds.A, id: operatorId("v3"), now }
      const changed = yield* teammates.updateReach({
        ...change,
        reach: at("V2"),
        allVenues: false,
        venueIds: [venues.V1.id, venues.V2.id]
      })
      assert.deepStrictEqual([changed.venueIds, changed.updatedAt], [[venueDocumentId("V2")], now])
      const seen = yield* get("v3", ofA)
      assert.deepStrictEqual(seen.venueIds, [venueDocumentId("V1"), venueDocumentId("V2")].toSorted())
      const gone = yield* teammates.updateReach({ ...change, reach: at("V2"), allVenues: false, venueIds: [] })
      assert.deepStrictEqual(gone.venueIds, [])
      assert.deepStrictEqual(yield* Effect.option(get("v3", at("V2"))), Option.none())
      const wide = yield* teammates.updateReach({ ...change, reach: ofA, allVenues: true, venueIds: [] })
      assert.deepStrictEqual([wide.allVenues, wide.venueIds], [true, []])
      assert.deepStrictEqual((yield* get("v3", at("V1"))).allVenues, true)
      const others = ({ items }: typeof before) => items.filter(({ teammateId }) => short(teammateId) !== "v3")
      assert.deepStrictEqual(others(yield* list({})), others(before))
    })
  )
})
