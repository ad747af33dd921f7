import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { Operators } from "../../src/domain/operators/Operators.ts"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { operatorSubject } from "../../src/demo/demoOperators.ts"
import * as OperatorsLayer from "../../src/layers/repositories/OperatorsLayer.ts"
import { twins } from "../support/twins.ts"

const dataset = demoWithoutCities(DateTime.makeUnsafe("2026-05-10T12:00:00Z"))

twins("Operators", OperatorsLayer, dataset, (it) => {
  it.effect("PAR-093: finds an operator by the subject of the token, deactivated or not", () =>
    Effect.gen(function* () {
      const { find } = yield* Operators
      for (const operator of dataset.operators) {
        assert.deepStrictEqual(yield* find(operator.identitySubject), Option.some(operator))
      }
      assert.deepStrictEqual(yield* find("nobody"), Option.none())
      assert.deepStrictEqual(yield* find(operatorSubject("a").toUpperCase()), Option.none())
    })
  )
})
