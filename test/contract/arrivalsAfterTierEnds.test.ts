import { assert } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { arrivalXid } from "../../src/demo/demoArrivals.ts"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { expireTiers } from "../../src/domain/members/expireTiers.ts"
import { qualifyMember } from "../../src/domain/members/qualifyMember.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as ArrivalRebuildsLayer from "../../src/layers/repositories/ArrivalRebuildsLayer.ts"
import * as AuditLogLayer from "../../src/layers/repositories/AuditLogLayer.ts"
import * as EnrolmentsLayer from "../../src/layers/repositories/EnrolmentsLayer.ts"
import * as NotificationsLayer from "../../src/layers/repositories/NotificationsLayer.ts"
import * as VenuesLayer from "../../src/layers/repositories/VenuesLayer.ts"
import { acknowledge, get, list, observed, type Shown } from "../support/arrivalDesk.ts"
import { arrivalTwin, demo, now } from "../support/arrivalServices.ts"
import { atTime } from "../support/atTime.ts"
import { twins } from "../support/twins.ts"

const { A } = organizationIds

/** An hour ago, M2's tier 3 of Org A ended without a stay that qualifies for it again; tasks were rebuilt before. */
const dataset: Dataset = {
  ...demo,
  enrolments: demo.enrolments.map((row) =>
    row.memberId === memberIds.M2 && row.organizationId === A
      ? { ...row, tierExpiresAt: DateTime.subtract(now, { hours: 1 }), qualifyingPoints: 0, qualifyingNights: 0 }
      : row
  )
}

const layers = {
  layerMemory: Layer.mergeAll(
    arrivalTwin.layerMemory,
    ArrivalRebuildsLayer.layerMemory,
    AuditLogLayer.layerMemory,
    EnrolmentsLayer.layerMemory,
    NotificationsLayer.layerMemory,
    VenuesLayer.layerMemory
  ),
  layerSql: Layer.mergeAll(
    arrivalTwin.layerSql,
    ArrivalRebuildsLayer.layerSql,
    AuditLogLayer.layerSql,
    EnrolmentsLayer.layerSql,
    NotificationsLayer.layerSql,
    VenuesLayer.layerSql
  )
}

const stored = (name: string) => demo.arrivalTasks.find(({ xid }) => xid === arrivalXid(name))?.benefits ?? []

const facts = ({ refreshedAt: _, ...task }: Shown) => task

twins("reads of arrivals after the end of a tier, without the job", layers, dataset, (it) => {
  it.effect("DOMAIN 4.4, 6.2: a task shows the benefits of the tier that its member has now, and is rebuilt once", () =>
    Effect.gen(function* () {
      const { rebuilt, result: first } = yield* observed(get("acknowledged"))
      assert.deepStrictEqual(rebuilt, [1])
      assert.strictEqual(first.member.tierLevel, 1)
      assert.isTrue(first.changedSinceAck)
      assert.isBelow(first.benefits.length, stored("acknowledged").length)
      const { rebuilt: again, result: second } = yield* observed(get("acknowledged"))
      assert.deepStrictEqual([again, second], [[], first])
    })
  )

  it.effect("A-123, PAR-034: an acknowledgement covers the benefits of the tier that its response shows", () =>
    Effect.gen(function* () {
      const { rebuilt, result: seen } = yield* observed(acknowledge("arrival2"))
      assert.deepStrictEqual(rebuilt, [1])
      assert.isBelow(seen.benefits.length, stored("arrival2").length)
      assert.isFalse(seen.changedSinceAck)
      const { rebuilt: again, result: after } = yield* observed(get("arrival2"))
      assert.deepStrictEqual([again, facts(after)], [[], facts(seen)])
    })
  )

  it.effect("DOMAIN 4.4, 6.2: a list shows the same tasks before and after the job", () =>
    Effect.gen(function* () {
      const { rebuilt, result: before } = yield* observed(list())
      assert.isAbove(rebuilt.length, 0)
      const { rebuilt: again, result: repeated } = yield* observed(list())
      assert.deepStrictEqual([again, repeated], [[], before])
      assert.strictEqual(yield* expireTiers().pipe(atTime(now)), 1)
      const after = yield* list()
      assert.deepStrictEqual(after.items.map(facts), before.items.map(facts))
      assert.strictEqual(after.total, before.total)
    })
  )
})

twins("arrivals of a member who earns after the end of their tier, without the job", layers, dataset, (it) => {
  it.effect("DOMAIN 4.4, 6.2: show the benefits of the tier that the member has now", () =>
    Effect.gen(function* () {
      const ended = dataset.enrolments.find((row) => row.memberId === memberIds.M2 && row.organizationId === A)
      assert(ended !== undefined)
      yield* qualifyMember(ended, { points: 1, nights: 1 }).pipe(atomically, atTime(now))
      const task = yield* get("acknowledged")
      assert.strictEqual(task.member.tierLevel, 1)
      assert.isBelow(task.benefits.length, stored("acknowledged").length)
      assert.isTrue(task.changedSinceAck)
    })
  )
})
