import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlError } from "effect/sql"
import { Contention } from "../../src/domain/shared/Contention.ts"
import { Outage } from "../../src/domain/shared/Outage.ts"
import * as OutageLayer from "../../src/layers/OutageLayer.ts"

const reported = (code: string, operation = "execute") =>
  new SqlError.SqlError({
    reason: new SqlError.UnknownError({ cause: Object.assign(new Error("reported"), { code }), operation })
  })

describe("OutageLayer", () => {
  it.effect("GEN-012: distinguishes an unreachable database from a faulty statement", () =>
    Effect.gen(function* () {
      const isOutage = yield* Outage
      const away = [
        new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause: new Error("reset") }) }),
        new SqlError.SqlError({ reason: new SqlError.StatementTimeoutError({ cause: new Error("slow") }) }),
        ...["57P01", "57P03", "53300", "58030", "25006"].map((code) => reported(code)),
        reported("55000", "connect"),
        reported("3D000", "connect")
      ]
      for (const defect of away) assert.isTrue(isOutage(defect), String(defect.reason))
      const wrong = [reported("22P02"), reported("42703"), reported("55000"), new Error("broken"), undefined]
      for (const defect of wrong) assert.isFalse(isOutage(defect), String(defect))
    }).pipe(Effect.provide(OutageLayer.layer))
  )

  it.effect("DOMAIN 4.1: distinguishes what other transactions hold from a database that is away", () =>
    Effect.gen(function* () {
      const isContended = yield* Contention
      const isOutage = yield* Outage
      const cause = new Error("held")
      const held = [
        new SqlError.SqlError({ reason: new SqlError.LockTimeoutError({ cause }) }),
        new SqlError.SqlError({ reason: new SqlError.DeadlockError({ cause }) }),
        new SqlError.SqlError({ reason: new SqlError.SerializationError({ cause }) })
      ]
      for (const defect of held) assert.isTrue(isContended(defect) && isOutage(defect), String(defect.reason))
      const away = [
        new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause }) }),
        new SqlError.SqlError({ reason: new SqlError.StatementTimeoutError({ cause }) }),
        reported("57P01"),
        cause
      ]
      for (const defect of away) assert.isFalse(isContended(defect), String(defect))
    }).pipe(Effect.provide(OutageLayer.layer))
  )
})
