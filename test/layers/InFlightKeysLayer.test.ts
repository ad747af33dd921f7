import { assert, it } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import type { IdempotencyRecord } from "../../src/domain/idempotency/IdempotencyKeys.ts"
import { InFlightKeys } from "../../src/domain/idempotency/InFlightKeys.ts"
import * as InFlightKeysLayer from "../../src/layers/InFlightKeysLayer.ts"
import { leasing, otherAttempt } from "../support/keyedWrites.ts"

const attempt = (change: Partial<IdempotencyRecord>) =>
  otherAttempt(leasing, { tenant: "7", key: "a key", fingerprint: "f" }, change)

it.effect("PAR-122, PAR-124: an attempt holds its own key only, until it ends or its lease does", () =>
  Effect.gen(function* () {
    const { holderOf, run } = yield* InFlightKeys
    const holder = yield* attempt({ tenant: "a", key: "b c" })
    const isHeld = (record: IdempotencyRecord) => Option.isSome(holderOf(record))
    const duplicate = yield* attempt({ tenant: "a", key: "b c" })
    const other = yield* attempt({ tenant: "a b", key: "c" })
    const late = yield* attempt({ tenant: "a", key: "b c", createdAt: DateTime.add(holder.createdAt, { minutes: 3 }) })
    const held = yield* run(holder)(Effect.sync(() => [duplicate, other, late].map(isHeld)))
    assert.deepStrictEqual(held, [true, false, false])
    assert.isFalse(isHeld(duplicate))
  }).pipe(Effect.provide([InFlightKeysLayer.layer, SecureRandom.layerWebCrypto]))
)
