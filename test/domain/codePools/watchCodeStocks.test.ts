import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { addPoolCodes } from "../../../src/domain/codePools/addPoolCodes.ts"
import { createCodePool } from "../../../src/domain/codePools/createCodePool.ts"
import { listPoolCodes } from "../../../src/domain/codePools/listPoolCodes.ts"
import { retryWithHoldersExpired, voidPoolCode } from "../../../src/domain/codePools/voidPoolCode.ts"
import { watchCodeStocks } from "../../../src/domain/codePools/watchCodeStocks.ts"
import { layerMemory, layerSql, loadMemory, loadSql } from "../../support/history/historyStores.ts"
import { inTransaction } from "../../support/servers/inTransaction.ts"
import { asPartner } from "../../support/model/commands.ts"
import { homeAt, homesDataset } from "../../support/model/homes.ts"
import * as Postgres from "../../support/servers/Postgres.ts"

const home = homeAt(0)
const [offerId = ""] = home.offerIds

/** Stock falls to its threshold, then an upload adds nothing new. Returns the notices of two runs of the watch. */
const fallThenUpload = asPartner(home)(
  Effect.gen(function* () {
    const { poolId } = yield* inTransaction(createCodePool({ offerId, name: "Vouchers", lowStockThreshold: 1 }))
    yield* inTransaction(addPoolCodes(poolId, ["A", "B"]))
    const { items } = yield* listPoolCodes(poolId, { limit: 1, offset: 0 })
    for (const { codeId } of items) {
      yield* retryWithHoldersExpired((areExpired) => inTransaction(voidPoolCode(poolId, codeId, areExpired)))
    }
    yield* inTransaction(addPoolCodes(poolId, ["B"]))
    return [yield* watchCodeStocks(), yield* watchCodeStocks()]
  })
)

it.live("DOMAIN 8.3: stock that fell to its threshold raises one notice, also after an upload that added nothing", () =>
  Effect.gen(function* () {
    const memory = yield* Layer.build(layerMemory)
    const database = yield* Layer.build(layerSql(Postgres.layer))
    const inMemory = Effect.andThen(loadMemory(homesDataset), fallThenUpload)
    assert.deepStrictEqual(yield* Effect.provideContext(inMemory, memory), [1, 0])
    const inDatabase = Effect.andThen(loadSql(homesDataset), fallThenUpload)
    assert.deepStrictEqual(yield* Effect.provideContext(inDatabase, database), [1, 0])
  })
)
