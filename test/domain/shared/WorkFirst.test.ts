import { assert, describe, it } from "@effect/vitest"
import { Cause, Data, Effect, Exit } from "effect"
import { retryAfterWork, WorkFirst } from "../../../src/domain/shared/WorkFirst.ts"

class Refused extends Data.TaggedError("Refused")<{ readonly why: string }> {}

/** Attempts until `needed` works are done; records what was attempted and done, in order. */
const retrying = (needed: number, times?: number) => {
  const log: Array<string> = []
  const run = retryAfterWork(
    (done: number = 0): Effect.Effect<number, WorkFirst<number> | Refused> => {
      log.push(`attempt ${done}`)
      if (needed < 0) return Effect.fail(new Refused({ why: "attempt" }))
      return done < needed ? Effect.fail(new WorkFirst(done + 1)) : Effect.succeed(done)
    },
    (work) => {
      log.push(`work ${work}`)
      return work === 3 ? Effect.fail(new Refused({ why: "work" })) : Effect.succeed(work)
    },
    times
  )
  return Effect.map(Effect.exit(run), (exit) => ({ exit, log }))
}

describe("retryAfterWork", () => {
  it.effect("attempts once if nothing is needed first, and fails as the attempt does", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* retrying(0), { exit: Exit.succeed(0), log: ["attempt 0"] })
      const refused = { exit: Exit.fail(new Refused({ why: "attempt" })), log: ["attempt 0"] }
      assert.deepStrictEqual(yield* retrying(-1), refused)
    })
  )

  it.effect("does the work and attempts again with its result, as often as allowed", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* retrying(1), { exit: Exit.succeed(1), log: ["attempt 0", "work 1", "attempt 1"] })
      const twice = ["attempt 0", "work 1", "attempt 1", "work 2", "attempt 2"]
      assert.deepStrictEqual(yield* retrying(2, 2), { exit: Exit.succeed(2), log: twice })
    })
  )

  it.effect("dies if the last attempt needs more, and fails as the work does", () =>
    Effect.gen(function* () {
      const { exit, log } = yield* retrying(2)
      assert.deepStrictEqual(log, ["attempt 0", "work 1", "attempt 1"])
      assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
      assert.deepStrictEqual((yield* retrying(3, 3)).exit, Exit.fail(new Refused({ why: "work" })))
    })
  )
})
