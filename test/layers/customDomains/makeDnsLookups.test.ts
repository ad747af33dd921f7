import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { DnsUnanswered } from "../../../src/domain/customDomains/DnsLookups.ts"
import { makeDnsLookups } from "../../../src/layers/customDomains/makeDnsLookups.ts"
import { makeNameServer, type NameAnswer } from "../../support/servers/NameServer.ts"

const name = "_hub-verification.www.hotels-a.example"
const unanswered = new DnsUnanswered({ name })

/** Look-ups at one name server for each answer; only those that one leaves unanswered reach their timeout. */
const lookupsAt = (answers: ReadonlyArray<NameAnswer>) =>
  Effect.map(
    Effect.forEach(answers, (answer) => makeNameServer(() => answer)),
    (servers) =>
      makeDnsLookups({
        servers: servers.map(({ address }) => address),
        timeoutMs: answers.includes("silence") ? 1000 : 60_000
      })
  )

const txtOf = (...answers: ReadonlyArray<NameAnswer>) =>
  Effect.scoped(Effect.flatMap(lookupsAt(answers), ({ txt }) => txt(name)))

describe("look-ups in the DNS", () => {
  it.live("DOMAIN 8.2: returns the TXT records of a name, each in full whatever its length", () =>
    Effect.gen(function* () {
      const long = "hub-verification=".padEnd(600, "x")
      assert.deepStrictEqual(yield* txtOf([long, "another"]), ["another", long])
      assert.deepStrictEqual(yield* txtOf([]), [])
      assert.deepStrictEqual(yield* txtOf({ error: 3 }), [])
    })
  )

  it.live("DOMAIN 8.2: returns the target of a CNAME in lower case", () =>
    Effect.gen(function* () {
      const cname = Effect.scoped(
        Effect.flatMap(lookupsAt([["Edge.Hub.example"]]), (lookups) => lookups.cname("www.hotels-a.example"))
      )
      assert.deepStrictEqual(yield* cname, ["edge.hub.example"])
    })
  )

  it.live("A-136: no answer and server errors are DnsUnanswered", () =>
    Effect.gen(function* () {
      for (const answer of ["silence", { error: 2 }, { error: 5 }] as const) {
        assert.deepStrictEqual(yield* Effect.flip(txtOf(answer)), unanswered)
      }
    })
  )

  it.live("A-136: more than half of several name servers must agree, in any order", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* txtOf(["a", "b"], ["b", "a"], ["lie"]), ["a", "b"])
      assert.deepStrictEqual(yield* txtOf({ error: 3 }, ["lie"], []), [])
      assert.deepStrictEqual(yield* txtOf("silence", ["a"], ["a"]), ["a"])
      assert.deepStrictEqual(yield* Effect.flip(txtOf(["a"], ["b"], ["c"])), unanswered)
      assert.deepStrictEqual(yield* Effect.flip(txtOf(["a"], ["b"])), unanswered)
      assert.deepStrictEqual(yield* Effect.flip(txtOf(["a"], "silence")), unanswered)
      assert.deepStrictEqual(yield* Effect.flip(txtOf(["a"], "silence", "silence")), unanswered)
    })
  )
})
