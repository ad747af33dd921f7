import { Effect, Layer, Option, TxHashMap } from "effect"
import { Operators } from "../../domain/operators/Operators.ts"
import { makeOperatorsSql } from "../../sql/OperatorsSql.ts"
import { Memory } from "../Memory.ts"

export const layerSql = Layer.effect(Operators, makeOperatorsSql)

/** The twin over the in-memory tables. */
export const layerMemory = Layer.effect(
  Operators,
  Effect.gen(function* () {
    const memory = yield* Memory
    return Operators.of({
      find: Effect.fnUntraced(function* (subject) {
        const all = yield* TxHashMap.values(memory.operators)
        return Option.fromUndefinedOr(all.find((operator) => operator.identitySubject === subject))
      }, Effect.tx)
    })
  })
)
