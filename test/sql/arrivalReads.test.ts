import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Statement } from "effect/sql"
import * as AtomicLayer from "../../src/layers/AtomicLayer.ts"
import * as ArrivalRebuildsLayer from "../../src/layers/repositories/ArrivalRebuildsLayer.ts"
import * as AuditLogLayer from "../../src/layers/repositories/AuditLogLayer.ts"
import * as BenefitOverridesLayer from "../../src/layers/repositories/BenefitOverridesLayer.ts"
import * as BenefitsLayer from "../../src/layers/repositories/BenefitsLayer.ts"
import * as VenuesLayer from "../../src/layers/repositories/VenuesLayer.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import { acknowledge, get, list, ofA, ofV1, override } from "../support/arrivalDesk.ts"
import { arrivalTwin, demo } from "../support/arrivalServices.ts"
import * as Postgres from "../support/servers/Postgres.ts"

const services = Layer.mergeAll(
  arrivalTwin.layerSql,
  ArrivalRebuildsLayer.layerSql,
  AtomicLayer.layerSql,
  AuditLogLayer.layerSql,
  BenefitOverridesLayer.layerSql,
  BenefitsLayer.layerSql,
  VenuesLayer.layerSql
).pipe(Layer.provideMerge(Layer.effectDiscard(insertDataset(demo)).pipe(Layer.provideMerge(Postgres.layer))))

/** The statements whose results an effect waits for: one is a round trip at most. */
const statementsOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const ran: Array<readonly [string, ReadonlyArray<unknown>]> = []
  const recorded = Statement.CurrentTransformer.of((statement) =>
    Effect.sync(() => {
      ran.push(statement.compile())
      return statement
    })
  )
  yield* Effect.provideService(effect, Statement.CurrentTransformer, recorded)
  return ran
})

layer(services, { timeout: "60 seconds" })("reads of arrivals while no rebuild is pending", (it) => {
  it.effect("A-123: a list, a task and an acknowledgement wait for one statement, as before", () =>
    Effect.gen(function* () {
      for (const reach of [ofA, ofV1]) assert.lengthOf(yield* statementsOf(list({}, reach)), 1)
      assert.lengthOf(yield* statementsOf(get("open")), 1)
      assert.lengthOf(yield* statementsOf(acknowledge("open")), 1)
      yield* override("V1", { overriddenName: "Library" })
      assert.isAbove((yield* statementsOf(list())).length, 3)
      assert.lengthOf(yield* statementsOf(list()), 1)
    })
  )
})
