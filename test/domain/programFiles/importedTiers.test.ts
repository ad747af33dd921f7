import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { memberIds } from "../../../src/demo/demoMembers.ts"
import { Enrolments } from "../../../src/domain/members/Enrolments.ts"
import { currentTier } from "../../../src/domain/programs/currentTier.ts"
import { twins } from "../../support/twins.ts"
import { file, now, refusals, run, sandbox, twin } from "../../support/datasets/programImports.ts"

const [gold] = sandbox.tiers.filter(({ xid }) => xid === demoIds.tiers["A3"])

/** M3 earned Gold again in a period that is over, which no job has stored. */
const afterPeriod = {
  ...sandbox,
  enrolments: sandbox.enrolments.map((row) =>
    row.memberId === memberIds.M3 && row.programId === gold?.programId
      ? {
          ...row,
          tierId: gold.id,
          tierExpiresAt: DateTime.subtract(now, { hours: 1 }),
          qualifyingPoints: gold.qualifyingPoints
        }
      : row
  )
}

twins("importProgramFile, after a tier period", twin, afterPeriod, (it) => {
  it.effect("DOMAIN 4.4: a file with higher thresholds moves nobody whose period is over", () =>
    Effect.gen(function* () {
      const higher = file.tiers.map((tier) => ({ ...tier, qualifyingPoints: tier.qualifyingPoints * 1000 }))
      const report = yield* run({ ...file, tiers: higher })
      assert.deepStrictEqual(refusals(report), [])
      const key = { programId: gold?.programId ?? assert.fail("no Gold"), memberId: memberIds.M3 }
      const found = yield* Enrolments.use(({ findForUpdate }) => findForUpdate(key))
      const { enrolment, tiers } = Option.getOrThrow(found)
      assert.strictEqual(currentTier(enrolment, tiers, now)?.tier.name, "Gold")
    })
  )
})
