import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { FulfillmentStatus } from "../../../src/domain/fulfillments/FulfillmentStatus.ts"
import {
  findTransition,
  fulfillmentTransitions,
  type FulfillmentTrigger,
  isDue,
  triggers
} from "../../../src/domain/fulfillments/fulfillmentTransitions.ts"

const types = ["direct", "externalCode", "static", "propertySpecific", "journeyInternal", "timeTravel"]
const statuses = FulfillmentStatus.literals

/**
 * DOMAIN 5.1 after the claim, one line per row: number, trigger, statuses before (`open`: all four that can change),
 * redemption types, status after, and effects. Shares no code with the implementation's table.
 */
const rows = `
  F3  | approve  | pending_approval modified claimed | any                        | approved  | show record notify
  F4  | modify   | open                              | any                        | modified  | suspend record notify
  F5  | reject   | open                              | any                        | rejected  | refund void record notify
  F6  | fulfill  | claimed approved                  | any                        | fulfilled | redeem record notify
  F7  | confirm  | claimed approved                  | direct externalCode static | fulfilled | redeem
  F9  | cancel   | open                              | any                        | cancelled | refund void property
  F14 | complete | claimed approved                  | journeyInternal            | fulfilled | redeem
  F15 | expire   | pending_approval modified         | any                        | expired   | refund void notify
  F15 | expire   | claimed            | propertySpecific journeyInternal timeTravel | expired | refund void notify
  F16 | expire   | claimed                           | direct externalCode static | expired   | ifOffered void
  F16 | expire   | approved                          | any                        | expired   | ifOffered void
  F19 | withdraw | open                              | any                        | cancelled | refund void notify property
`

const words = (text = "") => text.trim().split(/\s+/)

const expected = new Map(
  rows
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [name, trigger, from, of, to, effects] = line.split("|").map((cell) => cell.trim())
      const froms = from === "open" ? ["claimed", "pending_approval", "modified", "approved"] : words(from)
      const ofTypes = of === "any" ? types : words(of)
      return froms.flatMap((status) =>
        ofTypes.map((type): [string, string] => [`${trigger} ${status} ${type}`, `${name} ${to} ${effects}`])
      )
    })
)

const outcomeOf = (trigger: FulfillmentTrigger, status: FulfillmentStatus, redemptionType: string) => {
  const found = findTransition(trigger, { status, redemptionType })
  if (found === undefined) return undefined
  const { codes, name, redemption, refund, notifiesMember, notifiesProperty, to } = found
  return [
    name,
    to,
    ...(refund === "none" ? [] : [refund === "full" ? "refund" : refund]),
    codes,
    ...(redemption === null ? [] : ["record"]),
    ...(notifiesMember ? ["notify"] : []),
    ...(notifiesProperty ? ["property"] : [])
  ].join(" ")
}

describe("the state machine of fulfillments", () => {
  it("MEM-071, MEM-072, MEM-075, MEM-076, MEM-079, MEM-084, PAR-025: transitions are those of DOMAIN 5.1", () => {
    let moves = 0
    for (const trigger of triggers) {
      for (const status of statuses) {
        for (const type of types) {
          const key = `${trigger} ${status} ${type}`
          assert.strictEqual(outcomeOf(trigger, status, type), expected.get(key), key)
          moves += expected.has(key) ? 1 : 0
        }
      }
    }
    assert.strictEqual(moves, expected.size)
    assert.strictEqual(triggers.length * statuses.length * types.length, 432)
  })

  it("MEM-067: there are eight statuses; transitions leave four of them, the others are final", () => {
    assert.deepStrictEqual(
      [...statuses].toSorted(),
      "approved cancelled claimed expired fulfilled modified pending_approval rejected".split(" ")
    )
    const left = new Set(fulfillmentTransitions.flatMap(({ from }) => from))
    assert.deepStrictEqual([...left].toSorted(), ["approved", "claimed", "modified", "pending_approval"])
  })

  it("at most one transition applies to a status, trigger and type", () => {
    for (const trigger of triggers) {
      for (const status of statuses) {
        for (const type of types) {
          const all = fulfillmentTransitions.filter(
            (one) => one.trigger === trigger && one.from.includes(status) && one.appliesTo(type)
          )
          assert.isAtMost(all.length, 1, `${trigger} ${status} ${type}`)
        }
      }
    }
  })

  it("MEM-117: an open claim is due from expiresAt on; other statuses never are", () => {
    const expiresAt = DateTime.makeUnsafe("2026-03-04T05:06:07Z")
    const at = (millis: number) => DateTime.add(expiresAt, { milliseconds: millis })
    for (const status of statuses) {
      const isOpen = ["claimed", "pending_approval", "modified", "approved"].includes(status)
      assert.deepStrictEqual(
        [-1, 0, 1].map((millis) => isDue({ status, expiresAt }, at(millis))),
        [false, isOpen, isOpen],
        status
      )
    }
  })
})
