import { assert, it } from "@effect/vitest"
import { Effect, Record } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import { partnerKeys } from "../../src/demo/demoPartnerKeys.ts"
import type { Database } from "../support/servers/Database.ts"
import { imageForm, onePixel } from "../support/http/form.ts"
import type { Call } from "../support/http/httpCall.ts"
import { postgres } from "../support/servers/servers.ts"
import { isInFlight } from "./arrivals.ts"
import { held, killDuring, startTwo } from "./killing.ts"
import { arm, beforeCommit } from "./messaging.ts"

const pageId = demoIds.pages["V1_published_draft"]
const path = `/v1/partner/pages/${pageId}`

const post = (step: string, key: string, form?: ReturnType<typeof imageForm>): Call => ({
  method: "POST",
  path: `${path}/${step}`,
  headers: { "x-api-key": partnerKeys.PA, "idempotency-key": key, ...form?.headers },
  ...(form === undefined ? {} : { body: form.body })
})

/** The stored page, its versions and the number of images, as text. */
const stored = ({ value }: Database) =>
  value(
    `SELECT concat_ws(' ', g.status, g.last_version, g.published_slug,
      (SELECT string_agg(n::text, ' ' ORDER BY n.number) FROM page_versions n WHERE n.page_group_id = g.id),
      (SELECT count(*) FROM page_images), (SELECT count(*) FROM blobs))
    FROM page_groups g WHERE g.xid = $1`,
    [pageId]
  )

/** Writes of a page, and whether each has happened. */
const writes = {
  publication: {
    of: (key: string) => post("publish", key),
    isDone: ({ value }: Database) =>
      Effect.map(
        value(
          `SELECT count(*)::int FROM page_versions n JOIN page_groups g ON g.id = n.page_group_id
          WHERE g.xid = $1 AND n.published_at IS NULL`,
          [pageId]
        ),
        (drafts) => drafts === 0
      )
  },
  upload: {
    of: (key: string) => post("featured-image", key, imageForm(onePixel)),
    isDone: ({ value }: Database) =>
      // One pixel wide, which no image of the demo data is.
      Effect.map(value("SELECT count(*)::int FROM page_images WHERE width = 1"), (images) => images === 1)
  }
} as const

postgres.describe("a process that is killed while it writes a page", () => {
  for (const [name, { isDone, of }] of Record.toEntries(writes)) {
    it.live(
      `PAR-127, DOMAIN 8.1: the ${name} that died before its commit has done nothing, and a retry does it once`,
      () =>
        Effect.gen(function* () {
          const { database, one, other } = yield* startTwo
          const before = yield* stored(database)
          const call = of("page-crash-before")
          yield* arm(one, { point: "before_commit", ...held })
          const waiting = Effect.zipWith(
            isInFlight(database),
            beforeCommit(database),
            (leased, begun) => leased && begun
          )
          yield* killDuring(one, call, [`the ${name} is about to be committed`, waiting])
          assert.strictEqual(yield* stored(database), before)
          const moved = yield* other.call({ method: "POST", path: "/__test/clock", body: { advanceSeconds: 181 } })
          assert.isBelow(moved.status, 300, moved.text)
          const retried = yield* other.call(call)
          assert.strictEqual(retried.status, 200, retried.text)
          assert.isTrue(yield* isDone(database))
          const after = yield* stored(database)
          assert.strictEqual((yield* other.call(call)).text, retried.text)
          assert.strictEqual(yield* stored(database), after)
        })
    )

    it.live(`PAR-127: the ${name} that died after its commit is replayed`, () =>
      Effect.gen(function* () {
        const { database, one, other } = yield* startTwo
        const call = of("page-crash-after")
        yield* arm(one, { point: "after_commit", ...held })
        yield* killDuring(one, call, [`the ${name} is committed`, isDone(database)])
        const after = yield* stored(database)
        const retried = yield* other.call(call)
        assert.deepStrictEqual([retried.status, retried.headers["x-idempotent-replay"]], [200, "true"], retried.text)
        assert.strictEqual(yield* stored(database), after)
      })
    )
  }
})
