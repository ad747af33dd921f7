import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { everywhere } from "../../../src/domain/access/Reach.ts"
import { arrivalXid } from "../../../src/demo/demoArrivals.ts"
import { memberIds } from "../../../src/demo/demoMembers.ts"
import { Arrivals } from "../../../src/domain/arrivals/Arrivals.ts"
import { closeMember } from "../../../src/domain/members/closeMember.ts"
import { demo, now } from "../../support/arrivalServices.ts"
import { atTime } from "../../support/atTime.ts"
import { twin } from "../../support/memberServices.ts"
import { twins } from "../../support/twins.ts"

const taskOf = (stay: string, at = now) =>
  Effect.map(
    Arrivals.use((arrivals) => arrivals.get({ reach: everywhere, taskId: arrivalXid(stay), now: at })),
    ({ arrival: { benefits, status } }) => ({ benefits: benefits.length > 0, status })
  )

twins("closeMember", twin, demo, (it) => {
  it.effect("DOMAIN 6.2: closing a member withdraws their arrival tasks at once, as no benefit is due any more", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* taskOf("open"), { benefits: true, status: "open" })
      yield* atTime(now)(closeMember(memberIds.M1))
      assert.deepStrictEqual(yield* taskOf("open"), { benefits: false, status: "withdrawn" })
    })
  )

  it.effect("DOMAIN 6.2: a task that its check-out completed stays completed when the member is closed", () =>
    Effect.gen(function* () {
      const after = DateTime.add(now, { days: 30 })
      assert.deepStrictEqual(yield* taskOf("today", after), { benefits: true, status: "completed" })
      yield* atTime(after)(closeMember(memberIds.M2))
      assert.deepStrictEqual(yield* taskOf("today", after), { benefits: false, status: "completed" })
    })
  )
})
