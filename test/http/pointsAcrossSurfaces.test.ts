import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import { freshKey } from "../support/http/clients.ts"
import { controls, serviceWithCore } from "../support/desk.ts"
import { memberCalls } from "../support/memberCalls.ts"
import { key, partner } from "../support/partner.ts"
import { at, Service } from "../support/http/service.ts"

const { layer: service } = serviceWithCore()
const m1 = memberCalls("M1")
const { members, programs, tiers } = demoIds

interface Points {
  readonly basePoints: number
  readonly multiplier: number
  readonly totalPoints: number
  readonly finalized: boolean
}

const pointsIn = (items: ReadonlyArray<unknown>) =>
  new Map(
    items.map((item): [string, Points] => [
      String(at(item, "reservationId") ?? at(item, "externalId")),
      {
        basePoints: Number(at(item, "pointsStatus.basePoints")),
        multiplier: Number(at(item, "pointsStatus.multiplier")),
        totalPoints: Number(at(item, "pointsStatus.totalPoints")),
        finalized: at(item, "pointsStatus.finalized") === true
      }
    ])
  )

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)

/** The points of M1's stays, on which stays, wallet, activity and desk must agree. */
const agreedPoints = Effect.gen(function* () {
  const { get } = yield* partner
  const stays = pointsIn((yield* m1.get("/reservations?limit=100")).each("items"))
  const atDesk = pointsIn((yield* get(`/members/${members.M1}/reservations?limit=100`, key("PA"))).each("items"))
  for (const [id, points] of atDesk) assert.deepStrictEqual(stays.get(id) ?? points, points, id)
  const pending = [...stays.values()].filter(({ finalized }) => !finalized)
  const balance = yield* m1.get("/wallet/balance")
  const activity = (yield* m1.get("/wallet/activity?limit=100")).each("items")
  const earns = activity.filter((item) => at(item, "type") === "earn" && at(item, "status") === "pending")
  const pendingPoints = Number(balance.at("pendingPoints"))
  assert.strictEqual(pendingPoints, sum(pending.map(({ totalPoints }) => totalPoints)), "stays")
  assert.strictEqual(pendingPoints, sum(earns.map((item) => Number(at(item, "amount")))), "activity")
  const account = yield* get(`/members/${members.M1}`, key("PA"))
  assert.strictEqual(account.at("pointsBalance.pendingPoints"), pendingPoints, "desk")
  assert.isAbove(pending.length, 0)
  return { stays, pendingPoints, spendable: Number(balance.at("spendablePoints")) }
})

const send = Effect.fnUntraced(function* (method: string, path: string, body: object) {
  const { call } = yield* Service
  const answer = yield* call(method, `/v1/partner/loyalty/programs/${programs["A"]}${path}`, {
    headers: { ...key("PA"), ...freshKey() },
    body
  })
  assert.strictEqual(answer.status, 200, answer.text)
  return answer
})

const multiply = (multiplier: number) => send("PATCH", `/tiers/${tiers["A2"]}`, { multiplier })

/** Rounds half up; the products here are exact in binary floating point. */
const halfUp = (value: number) => Math.floor(value + 0.5)

layer(service)("points across surfaces", (it) => {
  it.effect(
    "DOMAIN 11.4, MEM-047: a new tier multiplier changes pending stays, activity and points at once, final ones not",
    () =>
      Effect.gen(function* () {
        const before = yield* agreedPoints
        yield* multiply(2.5)
        const after = yield* agreedPoints
        let moved = 0
        for (const [id, was] of before.stays) {
          const is = after.stays.get(id) ?? assert.fail(id)
          if (was.finalized) {
            assert.deepStrictEqual(is, was, id)
            continue
          }
          assert.strictEqual(is.basePoints, was.basePoints, id)
          assert.strictEqual(is.multiplier, was.multiplier * 2, id)
          assert.strictEqual(is.totalPoints, halfUp(was.basePoints * was.multiplier * 2), id)
          moved += is.totalPoints - was.totalPoints
        }
        assert.isAbove(moved, 0)
        assert.strictEqual(after.pendingPoints, before.pendingPoints + moved)
        assert.strictEqual(after.spendable, before.spendable)
        yield* multiply(1.25)
        assert.deepStrictEqual(yield* agreedPoints, before)
      })
  )

  it.effect("MEM-047: finalisation credits the points last shown; later multipliers and rules do not change them", () =>
    Effect.gen(function* () {
      yield* multiply(2)
      const before = yield* agreedPoints
      yield* controls.run("finalise")
      const after = yield* agreedPoints
      const credited = [...after.stays].filter(
        ([id, { finalized }]) => finalized && before.stays.get(id)?.finalized === false
      )
      assert.isNotEmpty(credited)
      for (const [id, points] of credited) assert.deepStrictEqual({ ...points, finalized: false }, before.stays.get(id))
      assert.strictEqual(after.spendable, before.spendable + sum(credited.map(([, { totalPoints }]) => totalPoints)))
      yield* multiply(9)
      yield* send("PUT", "/earning-rules", { effectiveFrom: new Date().toISOString().slice(0, 10), rules: [] })
      const last = yield* agreedPoints
      for (const [id, points] of credited) assert.deepStrictEqual(last.stays.get(id), points)
      assert.strictEqual(last.spendable, after.spendable)
    })
  )

  it.effect("MEM-047: new earning rules apply only to pending stays that check in on or after effectiveFrom", () =>
    Effect.gen(function* () {
      yield* controls.reset
      const dates = new Map(
        (yield* m1.get("/reservations?limit=100"))
          .each("items")
          .map((item) => [String(at(item, "reservationId")), String(at(item, "checkInDate"))] as const)
      )
      const before = yield* agreedPoints
      const effectiveFrom = dates.get(demoIds.reservations["plus60_v3"] ?? "") ?? assert.fail("no such stay")
      yield* send("PUT", "/earning-rules", {
        effectiveFrom,
        rules: ["EUR", "USD", "JPY"].map((currency) => ({ category: "stay", currency, pointsPerUnit: 0 }))
      })
      const after = yield* agreedPoints
      let changed = 0
      for (const [id, was] of before.stays) {
        const isLater = !was.finalized && (dates.get(id) ?? "") >= effectiveFrom
        assert.strictEqual(after.stays.get(id)?.basePoints, isLater ? 0 : was.basePoints, id)
        changed += isLater && was.basePoints > 0 ? 1 : 0
      }
      assert.isAbove(changed, 0)
    })
  )
})
