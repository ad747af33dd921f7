import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { InsufficientReach } from "../../../src/domain/access/InsufficientReach.ts"
import { NotFound } from "../../../src/domain/shared/NotFound.ts"
import { DuplicateResource, ResourceInUse, StateConflict } from "../../../src/domain/shared/ResourceConflicts.ts"
import { auditOf } from "../../support/audited.ts"
import { controls } from "../../support/desk.ts"
import { freshKey, partnerClient, using } from "../../support/http/clients.ts"
import { key } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

const { programs, tiers } = demoIds
const { changeTier, createTier, getTier, listTiers, removeTier, reorderTiers } = partnerClient.tiers

type Headers = Readonly<Record<string, string>>

const PA = key("PA")
const PA_v1 = key("PA_v1")
const needsAllVenues = new InsufficientReach({ reason: "all_venues_required" })
const missing = new NotFound({})

const ofProgram = (name: string) => ({ programId: programs[name] ?? name })
/** A tier by the name of its program and its level. */
const ofTier = (name: string, program = name.slice(0, -1)) => ({
  ...ofProgram(program),
  tierId: tiers[name] ?? name
})

const list = (program: string, headers: Headers = PA) =>
  Effect.map(listTiers({ params: ofProgram(program) }).pipe(using(headers)), ({ items }) => items)
const get = (name: string, headers: Headers = PA, params = ofTier(name)) => getTier({ params }).pipe(using(headers))
const onyx = { name: "Onyx", level: 9, qualifyingPoints: 9000, multiplier: 1.75 }
const create = (
  program: string,
  payload: Partial<Parameters<typeof createTier>[0]["payload"]> = {},
  headers: Headers = PA
) =>
  createTier({ params: ofProgram(program), headers: freshKey(), payload: { ...onyx, ...payload } }).pipe(using(headers))
const change = (
  name: string,
  payload: Parameters<typeof changeTier>[0]["payload"],
  headers: Headers = PA,
  params = ofTier(name)
) => changeTier({ params, headers: freshKey(), payload }).pipe(using(headers))
const remove = (name: string, headers: Headers = PA, params = ofTier(name)) =>
  removeTier({ params, headers: freshKey() }).pipe(using(headers))
const reorder = (program: string, tierIds: ReadonlyArray<string>, headers: Headers = PA) =>
  reorderTiers({ params: ofProgram(program), headers: freshKey(), payload: { tierIds } }).pipe(using(headers))

const idsOf = (program: string, ...levels: ReadonlyArray<number>) =>
  levels.map((level) => tiers[`${program}${level}`] ?? assert.fail(`${program}${level}`))

layer(Service.layer())("tiers", (it) => {
  it.effect("PAR-102: lists a program's tiers by level, each with its memberCount", () =>
    Effect.gen(function* () {
      const listed = yield* list("A")
      assert.deepStrictEqual(
        listed.map(({ level, multiplier, name, qualifyingPoints }) => [level, name, qualifyingPoints, multiplier]),
        [
          [1, "Blue", 0, 1],
          [2, "Silver", 1000, 1.25],
          [3, "Gold", 5000, 1.5]
        ]
      )
      assert.isTrue(listed.some(({ memberCount }) => memberCount > 0))
      assert.deepStrictEqual(yield* list("A", PA_v1), listed)
      assert.deepStrictEqual(yield* get("A2"), listed[1])
      assert.deepStrictEqual(
        (yield* list("A_draft")).map(({ memberCount }) => memberCount),
        [0, 0]
      )
      assert.deepStrictEqual(yield* list("B_draft", key("PB")), [])
      assert.deepStrictEqual(yield* Effect.flip(list("B")), missing)
    })
  )

  it.effect("PAR-007: a tier is found in its own program only", () =>
    Effect.gen(function* () {
      for (const [program, tier] of [
        ["A", "A_draft1"],
        ["A_draft", "A1"],
        ["A", "B1"],
        ["B", "A1"],
        ["nothing", "A1"],
        ["A", "nothing"]
      ] as const) {
        const params = ofTier(tier, program)
        for (const refused of [
          Effect.asVoid(getTier({ params }).pipe(using(PA))),
          Effect.asVoid(change(tier, { name: "x" }, PA, params)),
          Effect.asVoid(change(tier, { name: "x" }, PA_v1, params)),
          Effect.asVoid(remove(tier, PA, params))
        ]) {
          assert.deepStrictEqual(yield* Effect.flip(refused), missing, `${program} ${tier}`)
        }
      }
    })
  )

  it.effect("adds a tier with defaults; a level that is taken is duplicate_resource", () =>
    Effect.gen(function* () {
      const created = yield* create("A_draft", { level: 3 })
      assert.deepStrictEqual(
        { ...created, tierId: "", updatedAt: 0 },
        {
          ...onyx,
          level: 3,
          qualifyingNights: null,
          validityMonths: 12,
          color: null,
          memberCount: 0,
          tierId: "",
          updatedAt: 0
        }
      )
      assert.deepStrictEqual((yield* list("A_draft")).at(-1), created)
      const whole = { qualifyingNights: 0, validityMonths: 1, color: "#353839", multiplier: 99.99 }
      const other = yield* create("A_draft", { level: 5, ...whole })
      assert.deepStrictEqual({ ...other, ...whole }, other)
      assert.deepStrictEqual(
        yield* Effect.flip(create("A_draft", { level: 3 })),
        new DuplicateResource({ field: "level" })
      )
      assert.strictEqual((yield* list("A_draft")).length, 4)
      assert.deepStrictEqual(yield* Effect.flip(create("A_draft", {}, PA_v1)), needsAllVenues)
      assert.deepStrictEqual(yield* Effect.flip(create("B", {}, PA_v1)), missing)
      const [entry] = yield* auditOf(`tier:${created.tierId}`)
      assert.strictEqual(entry?.action, "tier.created")
      assert.deepInclude(entry?.after, { programId: programs["A_draft"], level: 3, multiplier: 1.75 })
    })
  )

  it.effect("DOMAIN 4.4: a change of thresholds leaves the memberCount of every tier as it is", () =>
    Effect.gen(function* () {
      const counts = Effect.map(list("A"), (items) => items.map(({ memberCount }) => memberCount))
      const before = yield* counts
      yield* change("A2", { qualifyingPoints: 1_000_000, qualifyingNights: 300 })
      yield* change("A3", { qualifyingPoints: 0 })
      assert.deepStrictEqual(yield* counts, before)
    })
  )

  it.effect("PATCH changes the fields in its body; equal values change nothing", () =>
    Effect.gen(function* () {
      const before = yield* get("B2", key("PB"))
      const changed = yield* change("B2", { multiplier: 1.3, color: "#c0c0c0" }, key("PB"))
      assert.deepStrictEqual(
        { ...changed, updatedAt: before.updatedAt },
        { ...before, multiplier: 1.3, color: "#c0c0c0" }
      )
      assert.deepStrictEqual(yield* change("B2", { multiplier: 1.3, name: before.name }, key("PB")), changed)
      assert.strictEqual((yield* change("B2", { color: null }, key("PB"))).color, null)
      assert.deepStrictEqual(yield* auditOf(`tier:${tiers["B2"]}`), [
        {
          action: "tier.changed",
          before: { multiplier: before.multiplier, color: before.color },
          after: { multiplier: 1.3, color: "#c0c0c0" }
        },
        { action: "tier.changed", before: { color: "#c0c0c0" }, after: { color: null } }
      ])
      assert.deepStrictEqual(yield* Effect.flip(change("A2", { name: "x" }, PA_v1)), needsAllVenues)
    })
  )

  it.effect("PAR-131: a tier with members or entitlements is ResourceInUse; the last of an active program stays", () =>
    Effect.gen(function* () {
      const [occupied] = (yield* list("A")).filter(({ memberCount }) => memberCount > 0)
      const inUse = yield* Effect.flip(
        remove(occupied?.tierId ?? "", PA, { ...ofProgram("A"), tierId: occupied?.tierId ?? "" })
      )
      assert.deepStrictEqual(inUse, new ResourceInUse({ usedBy: "members" }))
      const uses = (yield* Effect.forEach([1, 2, 3], (level) => Effect.flip(remove(`B${level}`, key("PB"))))).map(
        (error) => error._tag === "ResourceInUse" && error.usedBy
      )
      assert.isTrue(uses.every((use) => use === "members" || use === "entitlements"))
      assert.deepStrictEqual(yield* Effect.flip(remove("A_draft1", PA_v1)), needsAllVenues)
      yield* remove("A_draft1")
      assert.deepStrictEqual(yield* Effect.flip(get("A_draft1")), missing)
      yield* remove("A_archived1")
      assert.deepStrictEqual(yield* list("A_archived"), [])
      const programId = programs["B_archived"] ?? ""
      yield* partnerClient.programs
        .activateProgram({ params: { programId }, headers: freshKey() })
        .pipe(using(key("PB")))
      assert.deepStrictEqual(
        yield* Effect.flip(remove("B_archived1", key("PB"))),
        new StateConflict({ currentStatus: "active", reason: "tier_required" })
      )
      const [entry] = yield* auditOf(`tier:${tiers["A_draft1"]}`)
      assert.deepStrictEqual([entry?.action, entry?.after], ["tier.removed", null])
      assert.deepInclude(entry?.before, { name: "Bronze", level: 1 })
    })
  )

  it.effect(
    "DOMAIN 8.3: reorder permutes the levels of all tiers; an incomplete or repeated list is FieldInvalid",
    () =>
      Effect.gen(function* () {
        const { reset } = yield* Service.Service
        yield* reset
        const [one = "", two = "", three = ""] = idsOf("A", 1, 2, 3)
        const order = Effect.map(list("A"), (items) => items.map(({ tierId }) => tierId))
        for (const tierIds of [[], [one, two], [one, two, two], [one, two, three, three]]) {
          const refused = yield* Effect.flip(reorder("A", tierIds))
          assert.strictEqual(refused._tag, "FieldInvalid")
        }
        assert.deepStrictEqual(yield* order, [one, two, three])
        assert.deepStrictEqual(yield* Effect.flip(reorder("A", [one], PA_v1)), needsAllVenues)
        const same = yield* reorder("A", [one, two, three])
        assert.deepStrictEqual(same.affectedBenefitIds, [])
        assert.deepStrictEqual(yield* auditOf(`program:${programs["A"]}`), [])
        const { affectedBenefitIds, items } = yield* reorder("A", [three, one, two])
        assert.isNotEmpty(affectedBenefitIds)
        assert.includeMembers(Object.values<string>(demoIds.benefits), [...affectedBenefitIds])
        assert.deepStrictEqual(
          items.map(({ level, tierId }) => [level, tierId]),
          [
            [1, three],
            [2, one],
            [3, two]
          ]
        )
        assert.deepStrictEqual(items, yield* list("A"))
        assert.deepStrictEqual(yield* auditOf(`program:${programs["A"]}`), [
          {
            action: "program.tiers_reordered",
            before: { tiers: [one, two, three].map((tierId, index) => ({ tierId, level: index + 1 })) },
            after: { tiers: [three, one, two].map((tierId, index) => ({ tierId, level: index + 1 })) }
          }
        ])
        const draft = yield* Effect.forEach([10, 4], (level) => create("B_draft", { level }, key("PB")))
        const gaps = yield* reorder(
          "B_draft",
          draft.map(({ tierId }) => tierId),
          key("PB")
        )
        assert.deepStrictEqual(
          gaps.items.map(({ level, tierId }) => [level, tierId]),
          [
            [4, draft[0]?.tierId],
            [10, draft[1]?.tierId]
          ]
        )
      })
  )

  it.effect("PAR-140: an order with a tier that is unknown, foreign or of another program is 404 with its field", () =>
    Effect.gen(function* () {
      const { call, reset } = yield* Service.Service
      yield* reset
      const [one = "", two = "", three = ""] = idsOf("A", 1, 2, 3)
      const order = (tierIds: ReadonlyArray<string>) =>
        call("PUT", `/v1/partner/loyalty/programs/${programs["A"]}/tiers/order`, {
          headers: { ...PA, ...freshKey() },
          body: { tierIds }
        })
      for (const strange of ["no-such-tier", tiers["B3"] ?? "", tiers["A_draft1"] ?? ""]) {
        for (const tierIds of [
          [one, two, strange],
          [one, strange],
          [one, two, three, strange],
          [strange, strange, strange]
        ]) {
          const answer = yield* order(tierIds)
          assert.strictEqual(answer.status, 404, answer.text)
          assert.deepStrictEqual([answer.at("code"), answer.at("details")], ["not_found", { field: "tierIds" }])
        }
      }
      assert.deepStrictEqual(
        (yield* list("A")).map(({ tierId }) => tierId),
        [one, two, three]
      )
    })
  )

  it.effect("PAR-131: a field out of bounds is 400 and named in errors", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const post = (body: object) =>
        call("POST", `/v1/partner/loyalty/programs/${programs["A_draft"]}/tiers`, {
          headers: { ...PA, ...freshKey() },
          body: { ...onyx, level: 50, ...body }
        })
      for (const [field, value] of [
        ["name", ""],
        ["name", " "],
        ["name", "a\nb"],
        ["level", 0],
        ["level", 101],
        ["level", 1.5],
        ["qualifyingPoints", -1],
        ["qualifyingPoints", 2_147_483_648],
        ["qualifyingNights", -1],
        ["multiplier", 0],
        ["multiplier", -1],
        ["multiplier", 100],
        ["multiplier", 1.005],
        ["validityMonths", 0],
        ["color", "red"],
        ["color", "#C0C0C0"],
        ["extra", 1]
      ] as const) {
        const answer = yield* post({ [field]: value })
        assert.deepStrictEqual([answer.status, answer.at("code")], [400, "invalid_parameter"], `${field} ${value}`)
        assert.deepStrictEqual([...new Set(answer.each("errors", "field"))], [field])
      }
    })
  )
})

layer(Service.layer({ environment: { HUB_TEST_CONTROLS: "1" } }))("tiers whose periods are over", (it) => {
  it.effect("DOMAIN 4.4, PAR-131: a tier is in use by those who hold it now, also before a job stores it", () =>
    Effect.gen(function* () {
      const monthly = yield* create("A", { name: "Month", level: 50, qualifyingPoints: 1, validityMonths: 1 })
      yield* controls.pass(24 * 14)
      yield* controls.run("finalise")
      yield* change(monthly.tierId, { qualifyingPoints: 1_000_000 }, PA, ofTier(monthly.tierId, "A"))
      const next = yield* create("A", { name: "Next", level: 10, qualifyingPoints: 1 })
      const counts = Effect.map(list("A"), (all) =>
        [monthly, next].map(({ tierId }) => all.find((tier) => tier.tierId === tierId)?.memberCount)
      )
      const held = yield* counts
      assert.isAbove(held[0] ?? 0, 0)
      yield* controls.pass(24 * 32)
      assert.deepStrictEqual(yield* counts, [0, held[0]])
      assert.deepStrictEqual(
        yield* Effect.flip(remove(next.tierId, PA, ofTier(next.tierId, "A"))),
        new ResourceInUse({ usedBy: "members" })
      )
      yield* remove(monthly.tierId, PA, ofTier(monthly.tierId, "A"))
      assert.deepStrictEqual(yield* counts, [undefined, held[0]])
    })
  )

  it.effect("DOMAIN 4.4: an edit moves nobody whose period is over, also before a job stores its end", () =>
    Effect.gen(function* () {
      const { reset } = yield* Service.Service
      for (const [name, edit] of [
        ["threshold", (tierId: string) => change(tierId, { qualifyingPoints: 1_000_000 }, PA, ofTier(tierId, "A"))],
        ["tier", () => create("A", { name: "Above", level: 60, qualifyingPoints: 1 })],
        ["order", (tierId: string) => reorder("A", [tierId, ...idsOf("A", 1, 2, 3)])]
      ] as const) {
        yield* reset
        const { tierId } = yield* create("A", { name: "Month", level: 50, qualifyingPoints: 1, validityMonths: 1 })
        yield* controls.pass(24 * 14)
        yield* controls.run("finalise")
        const held = Effect.map(get(tierId, PA, ofTier(tierId, "A")), ({ memberCount }) => memberCount)
        // Their points of the first month earn them a second one.
        yield* controls.pass(24 * 32)
        const before = yield* held
        assert.isAbove(before, 0)
        yield* edit(tierId)
        assert.strictEqual(yield* held, before, name)
      }
    })
  )
})
