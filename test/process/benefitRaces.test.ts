import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import { partnerKeys } from "../../src/demo/demoPartnerKeys.ts"
import { programXid, tierXid } from "../../src/demo/demoPrograms.ts"
import type { Call, Reply } from "../support/http/httpCall.ts"
import { Pair, pair } from "../support/servers/processes.ts"
import { postgres } from "../support/servers/servers.ts"
import { noDeadlock } from "./racing.ts"

const { benefits } = demoIds
const rounds = Array.from({ length: 50 }, (_, round) => round)

const call = (method: Call["method"], path: string, body?: unknown): Call => ({
  method,
  path: `/v1/partner/loyalty${path}`,
  headers: { "x-api-key": partnerKeys.PA, "idempotency-key": crypto.randomUUID() },
  ...(body === undefined ? {} : { body })
})

/** Runs two calls at once, each through its own process. */
const race = Effect.fnUntraced(function* (first: Call, second: Call) {
  const { one, other } = yield* Pair
  return yield* Effect.all([one.call(first), other.call(second)], { concurrency: "unbounded" })
})

const ask = Effect.fnUntraced(function* (one: Call, status = 200) {
  const { one: process } = yield* Pair
  const reply = yield* process.call(one)
  assert.strictEqual(reply.status, status, reply.text)
  return reply
})

const newBenefit = Effect.gen(function* () {
  const settings = { name: "Raced", kind: "amenity", redemptionType: "direct", minTierLevel: 1, scope: "global" }
  return String((yield* ask(call("POST", "/benefits", settings), 201)).at("benefitId"))
})

const newGroup = Effect.gen(function* () {
  return String((yield* ask(call("POST", "/benefit-groups", { name: "Raced" }), 201)).at("groupId"))
})

const entitle = (benefitId: string) =>
  call("POST", "/entitlements", { programId: programXid("A"), tierId: tierXid("A", 1), benefitId })

const replace = (groupId: string, benefitIds: ReadonlyArray<string | undefined>) =>
  call("PUT", `/benefit-groups/${groupId}/benefits`, { benefitIds })

const statuses = (...replies: ReadonlyArray<Reply>) => replies.map(({ status }) => status)
const codes = (...replies: ReadonlyArray<Reply>) => replies.map((reply) => reply.at("code") ?? reply.status)

const field = (reply: Reply, list: string, name: string) => {
  const items = reply.at(list)
  return Array.isArray(items) ? items.map((_, index) => reply.at(`${list}.${index}.${name}`)) : []
}

postgres.describe("benefits between two processes over one database", () => {
  layer(pair(), { excludeTestServices: true })((it) => {
    it.effect(
      "PAR-131: of two entitlements of one tier to one benefit exactly one is granted, the other is a duplicate",
      () =>
        Effect.gen(function* () {
          for (let round = 0; round < rounds.length; round++) {
            const benefitId = yield* newBenefit
            const replies = yield* race(entitle(benefitId), entitle(benefitId))
            assert.sameMembers(codes(...replies), [201, "duplicate_resource"])
            const listed = yield* ask(call("GET", `/entitlements?benefitId=${benefitId}`))
            assert.strictEqual(listed.at("total"), 1)
          }
        })
    )

    it.effect("PAR-131: of two activations of one tier's entitlements to one benefit one is a duplicate", () =>
      Effect.gen(function* () {
        for (let round = 0; round < 20; round++) {
          const benefitId = yield* newBenefit
          const ids: Array<string> = []
          for (let count = 0; count < 2; count++) {
            const id = String((yield* ask(entitle(benefitId), 201)).at("entitlementId"))
            yield* ask(call("PATCH", `/entitlements/${id}`, { active: false }))
            ids.push(id)
          }
          const [first = "", second = ""] = ids.map((id) => `/entitlements/${id}`)
          const replies = yield* race(call("PATCH", first, { active: true }), call("PATCH", second, { active: true }))
          assert.sameMembers(codes(...replies), [200, "duplicate_resource"])
        }
      })
    )

    it.effect("PAR-131: a benefit archived and entitled at once is one or the other, and never both", () =>
      Effect.gen(function* () {
        for (const round of rounds) {
          const benefitId = yield* newBenefit
          const archive = call("DELETE", `/benefits/${benefitId}`)
          const [entitled, archived] =
            round % 2 === 0
              ? yield* race(entitle(benefitId), archive)
              : (yield* race(archive, entitle(benefitId))).toReversed()
          assert(entitled !== undefined && archived !== undefined)
          const outcome = codes(entitled, archived).join(" ")
          assert.include(["201 resource_in_use", "not_found 204"], outcome)
          const listed = yield* ask(call("GET", `/entitlements?benefitId=${benefitId}`))
          assert.strictEqual(listed.at("total"), entitled.status === 201 ? 1 : 0)
        }
      })
    )

    it.effect("two concurrent replacements of a group's benefits leave one of the two lists, in its order", () =>
      Effect.gen(function* () {
        const groupId = yield* newGroup
        const [one, other] = [
          [benefits["lounge"], benefits["breakfast"], benefits["transfer"]],
          [benefits["breakfast"], benefits["suite_upgrade"], benefits["lounge"]]
        ]
        const seen = new Set<string>()
        for (let round = 0; round < rounds.length; round++) {
          yield* ask(replace(groupId, []))
          const replies = yield* race(replace(groupId, one ?? []), replace(groupId, other ?? []))
          assert.deepStrictEqual(statuses(...replies), [200, 200])
          const left = field(yield* ask(call("GET", `/benefit-groups/${groupId}`)), "benefits", "benefitId").join()
          assert.include([one?.join(), other?.join()], left)
          seen.add(left)
        }
        assert.isAbove(seen.size, 0)
      })
    )

    it.effect("a group that is deleted while its benefits are replaced is gone, with its list", () =>
      Effect.gen(function* () {
        const { database } = yield* Pair
        for (const round of rounds) {
          const groupId = yield* newGroup
          const remove = call("DELETE", `/benefit-groups/${groupId}`)
          const fill = replace(groupId, [benefits["lounge"]])
          const [filled, removed] =
            round % 2 === 0 ? yield* race(fill, remove) : (yield* race(remove, fill)).toReversed()
          assert(filled !== undefined && removed !== undefined)
          assert.include([200, 404], filled.status, filled.text)
          assert.strictEqual(removed.status, 204, removed.text)
          yield* ask(call("GET", `/benefit-groups/${groupId}`), 404)
        }
        const [left] = yield* database.query(
          "SELECT count(*)::integer FROM benefit_group_items WHERE group_id NOT IN (SELECT id FROM benefit_groups)"
        )
        assert.deepStrictEqual(left, [0])
      })
    )

    it.effect("each change that was made is one entry in the audit log, and none met a deadlock", () =>
      Effect.gen(function* () {
        const { database } = yield* Pair
        const [twice] = yield* database.query(
          `SELECT count(*)::integer FROM (
              SELECT subject FROM audit_log WHERE action IN ('entitlement.created', 'benefit.archived', 'benefit_group.removed')
              GROUP BY subject, action HAVING count(*) > 1
            ) doubled`
        )
        assert.deepStrictEqual(twice, [0])
        yield* noDeadlock
      })
    )
  })
})
