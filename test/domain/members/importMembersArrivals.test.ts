import { assert } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { everywhere } from "../../../src/domain/access/Reach.ts"
import { arrivalXid } from "../../../src/demo/demoArrivals.ts"
import { memberIds } from "../../../src/demo/demoMembers.ts"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import { Arrivals } from "../../../src/domain/arrivals/Arrivals.ts"
import { ndjson } from "../../../src/domain/imports/ndjson.ts"
import { importMembers } from "../../../src/domain/members/importMembers.ts"
import { MemberLine } from "../../../src/domain/members/MemberLine.ts"
import * as RowStoreLayer from "../../../src/layers/RowStoreLayer.ts"
import { demo, now } from "../../support/arrivalServices.ts"
import { atTime } from "../../support/atTime.ts"
import { twin } from "../../support/memberServices.ts"
import { twins } from "../../support/twins.ts"

const both = {
  layerMemory: Layer.merge(twin.layerMemory, RowStoreLayer.layerMemory),
  layerSql: Layer.merge(twin.layerSql, RowStoreLayer.layerSql)
}

/** M1 is known to the organization by stays only, so nothing is due to them. */
const dataset = {
  ...demo,
  enrolments: demo.enrolments.filter(({ memberId }) => memberId !== memberIds.M1),
  arrivalTasks: demo.arrivalTasks.map((task) =>
    task.memberId === memberIds.M1 ? { ...task, status: "withdrawn" as const, benefits: [] } : task
  )
}

const open = Effect.map(
  Arrivals.use((arrivals) => arrivals.get({ reach: everywhere, taskId: arrivalXid("open"), now })),
  ({ arrival: { benefits, status } }) => ({ benefits: benefits.length > 0, status })
)

const { email, firstName, lastName, xid } =
  demo.members.find(({ id }) => id === memberIds.M1) ?? assert.fail("no member M1")

twins("importMembers", both, dataset, (it) => {
  it.effect("DOMAIN 6.2, A-123: enrolling a known member shows desks at once what is then due on arrival", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* open, { benefits: false, status: "withdrawn" })
      const { rejections, updated } = yield* importMembers({
        organizationId: organizationIds.A,
        chunks: Stream.make(JSON.stringify({ memberId: xid, firstName, lastName, email })),
        read: ndjson(MemberLine),
        dryRun: false,
        onProgress: () => Effect.void
      }).pipe(atTime(now))
      assert.deepStrictEqual([updated, rejections], [1, []])
      assert.deepStrictEqual(yield* open, { benefits: true, status: "open" })
    })
  )
})
