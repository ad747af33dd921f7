import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { root } from "../support/servers/hub.ts"
import { runChild } from "../support/servers/child.ts"
import { postgres } from "../support/servers/servers.ts"

const limitMillis = 300_000

postgres.describe("the benchmarks", () => {
  it.live(
    "compare the service with a peer that gives the same answers to every operation they measure",
    () =>
      Effect.gen(function* () {
        const printed = yield* runChild(process.execPath, ["bench/main.ts", "--agree", "--sources"], {
          cwd: root,
          env: { ...process.env, DATABASE_URL: postgres.url }
        })
        assert.include(printed, "Service and peer answer alike.")
      }),
    limitMillis
  )
})
