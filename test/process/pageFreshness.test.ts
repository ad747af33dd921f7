import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import type { Call } from "../support/http/httpCall.ts"
import { Pair, pair } from "../support/servers/processes.ts"
import { postgres } from "../support/servers/servers.ts"
import { done, partnerWrite, times } from "./racing.ts"

const page = `/pages/${demoIds.pages["V1_published"]}`
const guest: Call = { method: "GET", path: "/p/organization-a/v1-published" }

/** The greatest age of a page that is served, even if the notification of its change is lost. */
const oldest = "1 second"

const publish = Effect.fnUntraced(function* (headline: string) {
  yield* done(partnerWrite("POST", `${page}/edit`))
  yield* done(partnerWrite("PATCH", page, { headline }))
  yield* done(partnerWrite("POST", `${page}/publish`))
})

/** The replies that guests of both processes get, a second after earlier writes. */
const replies = Effect.gen(function* () {
  const { one, other } = yield* Pair
  yield* Effect.sleep(oldest)
  return yield* Effect.all([one.call(guest), other.call(guest)])
})

postgres.describe("pages that guests see, two processes over one database", () => {
  layer(pair({ HUB_JOBS: "0" }), { excludeTestServices: true })((it) => {
    it.effect("A-140, PAR-087, PAR-088: guests of both processes see a publication or its end within a second", () =>
      Effect.gen(function* () {
        for (const round of times(5)) {
          const headline = `Open in round ${round}`
          // Both keep the page in memory as it was.
          yield* replies
          yield* publish(headline)
          for (const { status, text } of yield* replies) {
            assert.strictEqual(status, 200)
            assert.include(text, headline)
          }
          yield* done(partnerWrite("POST", `${page}/unpublish`))
          assert.deepStrictEqual(
            (yield* replies).map(({ status }) => status),
            [410, 410]
          )
        }
      })
    )
  })
})
