import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { operatorId, operatorSubject } from "../../src/demo/demoOperators.ts"
import { organizationIds, organizationXid } from "../../src/demo/demoOrganizations.ts"
import { OperatorSessions } from "../../src/domain/operators/OperatorSessions.ts"
import * as OperatorSessionsLayer from "../../src/layers/repositories/OperatorSessionsLayer.ts"
import { twins } from "../support/twins.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z")
const later = (minutes: number) => DateTime.add(now, { minutes })

const session = (idHash: string, operator: "manage" | "noorg" | "deactivated" = "manage", expires = 720) => ({
  idHash,
  operatorId: operatorId(operator),
  createdAt: now,
  lastSeenAt: now,
  expiresAt: later(expires),
  revokedAt: null
})

const held = (idHash: string) =>
  Effect.flatMap(
    OperatorSessions.use((sessions) => sessions.find(idHash)),
    (found) => Effect.orDie(Effect.fromOption(found))
  )

twins("OperatorSessions", OperatorSessionsLayer, demoWithoutCities(now), (it) => {
  it.effect("INT-046: returns a session with its current operator and organization", () =>
    Effect.gen(function* () {
      const sessions = yield* OperatorSessions
      yield* sessions.insert(session("one"))
      const { operator, organization, session: found } = yield* held("one")
      assert.deepStrictEqual(operator, {
        id: operatorId("manage"),
        xid: operatorSubject("manage"),
        name: "Operator Thirteen",
        permissions: ["hub:guests:read", "hub:organizations:manage"],
        status: "active"
      })
      assert.deepStrictEqual(organization, {
        id: organizationIds.A,
        xid: organizationXid("A"),
        status: "active"
      })
      assert.deepStrictEqual({ ...found, id: 0 }, { id: 0, ...session("one") })
      assert.isTrue(Option.isNone(yield* sessions.find("ONE")))
      assert.isTrue(Option.isNone(yield* sessions.find("another")))
    })
  )

  it.effect("INT-005: organization is null for an operator without one; a deactivated operator has that status", () =>
    Effect.gen(function* () {
      const sessions = yield* OperatorSessions
      yield* sessions.insert(session("nowhere", "noorg"))
      yield* sessions.insert(session("deactivated", "deactivated"))
      assert.isNull((yield* held("nowhere")).organization)
      assert.strictEqual((yield* held("deactivated")).operator.status, "deactivated")
    })
  )

  it.effect("INT-046: lastSeenAt only moves forward, and the first revokedAt is kept", () =>
    Effect.gen(function* () {
      const sessions = yield* OperatorSessions
      yield* sessions.insert(session("moved"))
      yield* sessions.insert(session("still"))
      yield* sessions.updateLastSeen("moved", later(10))
      yield* sessions.updateLastSeen("moved", later(5))
      yield* sessions.updateRevokedAt("moved", later(20))
      yield* sessions.updateRevokedAt("moved", later(30))
      assert.deepInclude((yield* held("moved")).session, { lastSeenAt: later(10), revokedAt: later(20) })
      assert.deepInclude((yield* held("still")).session, { lastSeenAt: now, revokedAt: null })
    })
  )

  it.effect("INT-046: removes the sessions that expired before an instant, and no others", () =>
    Effect.gen(function* () {
      const sessions = yield* OperatorSessions
      yield* sessions.insert(session("ended", "manage", 1))
      yield* sessions.insert(session("ending", "manage", 2))
      assert.strictEqual(yield* sessions.removeExpired(later(2)), 1)
      assert.isTrue(Option.isNone(yield* sessions.find("ended")))
      assert.isTrue(Option.isSome(yield* sessions.find("ending")))
      assert.strictEqual(yield* sessions.removeExpired(later(2)), 0)
    })
  )
})
