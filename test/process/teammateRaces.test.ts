import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import { partnerKeys } from "../../src/demo/demoPartnerKeys.ts"
import type { Call } from "../support/http/httpCall.ts"
import { operator } from "../support/partner.ts"
import { Pair, pair } from "../support/servers/processes.ts"
import { postgres } from "../support/servers/servers.ts"

const { teammates, venues } = demoIds
const { V1, V2, V3 } = venues
const atOnce = { concurrency: "unbounded" } as const
const rounds = Array.from({ length: 50 }, (_, round) => round)

const administrator = { "x-api-key": partnerKeys.PA }
const operators = { v12: await Effect.runPromise(operator("OT_v12")) }

const replace = (
  name: "v1" | "v12",
  body: { readonly venueIds: ReadonlyArray<string> } | { readonly allVenues: true },
  headers: Readonly<Record<string, string>> = administrator
): Call => ({
  method: "PUT",
  path: `/v1/partner/access/teammates/${teammates[name]}/venues`,
  headers: { ...headers, "idempotency-key": crypto.randomUUID() },
  body
})

const add = (name: "v1" | "v12", venueId: string, headers: Readonly<Record<string, string>>): Call => ({
  ...replace(name, { venueIds: [] }, headers),
  method: "POST",
  body: { venueId }
})

/** Each call through its own process, at once; all succeed or are refused with one of `statuses`. */
const race = Effect.fnUntraced(function* (first: Call, second: Call, statuses: ReadonlyArray<number> = [200]) {
  const { one, other } = yield* Pair
  const replies = yield* Effect.all([one.call(first), other.call(second)], atOnce)
  for (const reply of replies) assert.include(statuses, reply.status, reply.text)
  return replies
})

const reachOf = Effect.fnUntraced(function* (name: "v1" | "v12") {
  const { one } = yield* Pair
  const reply = yield* one.call({
    method: "GET",
    path: `/v1/partner/access/teammates/${teammates[name]}`,
    headers: administrator
  })
  assert.strictEqual(reply.status, 200, reply.text)
  return JSON.stringify(reply.at("allVenues") === true ? "all" : reply.at("venueIds"))
})

const listed = (...ids: ReadonlyArray<string>) => JSON.stringify(ids.toSorted())

postgres.describe("two processes over one database", () => {
  layer(pair(), { excludeTestServices: true })((it) => {
    it.effect(
      "PAR-139: two concurrent replacements of a teammate's venues leave one of the two results, and never a union",
      () =>
        Effect.gen(function* () {
          const { database, one } = yield* Pair
          const seen = new Set<string>()
          for (const round of rounds) {
            yield* one.call(replace("v12", { venueIds: [V3] }))
            const wide = round % 2 === 0 ? ({ allVenues: true } as const) : { venueIds: [V2, V3] }
            yield* race(replace("v12", { venueIds: [V1] }), replace("v12", wide))
            const left = yield* reachOf("v12")
            assert.include([listed(V1), round % 2 === 0 ? '"all"' : listed(V2, V3)], left)
            seen.add(left)
          }
          assert.isAbove(seen.size, 1)
          const [entry] = yield* database.query(
            `SELECT action, actor ->> 'kind', before ->> 'allVenues', after ->> 'allVenues' FROM audit_log
            WHERE subject = 'operator:demo-operator-v12' AND after ->> 'allVenues' = 'true' LIMIT 1`
          )
          assert.deepStrictEqual(entry, ["teammate.reach_changed", "key", "false", "true"])
        })
    )

    it.effect("PAR-139: concurrent changes by callers with disjoint reaches both apply", () =>
      Effect.gen(function* () {
        const { one } = yield* Pair
        for (const round of rounds) {
          yield* one.call(replace("v12", { venueIds: [V1, V3] }))
          const narrow = { "x-api-key": partnerKeys.PA_v1 }
          yield* race(replace("v12", { venueIds: [] }, narrow), add("v12", V2, administrator))
          assert.strictEqual(yield* reachOf("v12"), listed(V2, V3), `round ${round}`)
        }
      })
    )

    it.effect(
      "PAR-139: an operator who loses a venue cannot regain it by adding it, nor add it to another with a 404",
      () =>
        Effect.gen(function* () {
          const { one } = yield* Pair
          for (const round of rounds) {
            const name = round % 2 === 0 ? "v1" : "v12"
            yield* one.call(replace("v12", { venueIds: [V1, V2] }))
            yield* one.call(replace("v1", { venueIds: [V1] }))
            const [, added] = yield* race(replace("v12", { venueIds: [V1] }), add(name, V2, operators.v12), [200, 404])
            assert.strictEqual(yield* reachOf("v12"), listed(V1))
            assert.strictEqual(
              yield* reachOf("v1"),
              name === "v1" && added.status === 200 ? listed(V1, V2) : listed(V1)
            )
          }
        })
    )
  })
})
