import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { everywhere } from "../../../src/domain/access/Reach.ts"
import { arrivalXid } from "../../../src/demo/demoArrivals.ts"
import { memberIds } from "../../../src/demo/demoMembers.ts"
import { Arrivals } from "../../../src/domain/arrivals/Arrivals.ts"
import { closeMember } from "../../../src/domain/members/closeMember.ts"
import { demo, now } from "../../support/arrivalServices.ts"
import { atTime } from "../../support/atTime.ts"
import { twin } from "../../support/memberServices.ts"
import { twins } from "../../support/twins.ts"

const open = Effect.map(
  Arrivals.use((arrivals) => arrivals.get({ reach: everywhere, taskId: arrivalXid("open"), now })),
  ({ arrival: { benefits, status } }) => ({ benefits: benefits.length > 0, status })
)

twins("closeMember", twin, demo, (it) => {
  it.effect("DOMAIN 6.2: closing a member withdraws their arrival tasks at once, as no benefit is due any more", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* open, { benefits: true, status: "open" })
      yield* atTime(now)(closeMember(memberIds.M1))
      assert.deepStrictEqual(yield* open, { benefits: false, status: "withdrawn" })
    })
  )
})
