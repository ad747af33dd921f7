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
import { acknowledge, get, list, override } from "../support/arrivalDesk.ts"
import { arrivalTwin, demo } from "../support/arrivalServices.ts"
import * as Postgres from "../support/servers/Postgres.ts"
import { atV1, ofA } from "../support/reaches.ts"

const services = Layer.mergeAll(
  arrivalTwin.layerSql,
  ArrivalRebuildsLayer.layerSql,
  AtomicLayer.layerSql,
  AuditLogLayer.layerSql,
  BenefitOverridesLayer.layerSql,
  BenefitsLayer.layerSql,
  VenuesLayer.layerSql
).pipe(Layer.provideMerge(Layer.effectDiscard(insertDataset(demo)).pipe(Layer.provideMerge(Postgres.layer))))

/** The queries an effect runs: writes and locks without a result wait for no round trip of their own if pipelined. */
const queriesOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const ran: Array<string> = []
  const recorded = Statement.CurrentTransformer.of((statement) =>
    Effect.sync(() => {
      const [text] = statement.compile()
      if (/^\s*(WITH|SELECT)\b(?! FROM\b)/.test(text)) ran.push(text)
      return statement
    })
  )
  yield* Effect.provideService(effect, Statement.CurrentTransformer, recorded)
  return ran
})

layer(services)("reads of arrivals while no rebuild is pending", (it) => {
  it.effect("A-123: a list, a task and an acknowledgement wait for one query, as before", () =>
    Effect.gen(function* () {
      for (const reach of [ofA, atV1]) assert.lengthOf(yield* queriesOf(list({}, reach)), 1)
      assert.lengthOf(yield* queriesOf(get("open")), 1)
      assert.lengthOf(yield* queriesOf(acknowledge("open")), 1)
      yield* override("V1", { overriddenName: "Library" })
      assert.isAbove((yield* queriesOf(list())).length, 2)
      assert.lengthOf(yield* queriesOf(list()), 1)
    })
  )
})
