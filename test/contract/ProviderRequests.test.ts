import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { ProviderRequests } from "../../src/domain/chat/ProviderRequests.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as ProviderRequestsLayer from "../../src/layers/repositories/ProviderRequestsLayer.ts"
import { chatDataset, chatTime } from "../support/datasets/chatDataset.ts"
import { twins } from "../support/twins.ts"

const request = { installationId: 1, signedAt: chatTime, signature: "v0=1" }

twins("ProviderRequests", ProviderRequestsLayer, chatDataset, (it) => {
  it.effect("INT-039: accepts a request once, by installation, time and signature", () =>
    Effect.gen(function* () {
      const { insert } = yield* ProviderRequests
      assert.isTrue(yield* insert(request))
      assert.isFalse(yield* insert(request))
      assert.isTrue(yield* insert({ ...request, installationId: 2 }))
      assert.isTrue(yield* insert({ ...request, signature: "v0=2" }))
      assert.isTrue(yield* insert({ ...request, signedAt: DateTime.add(chatTime, { seconds: 1 }) }))
      assert.isFalse(yield* insert(request))
    })
  )

  it.effect("INT-039: a request of a failed transaction can be accepted later", () =>
    Effect.gen(function* () {
      const { insert } = yield* ProviderRequests
      const failing = { ...request, signature: "v0=failing" }
      yield* insert(failing).pipe(Effect.andThen(Effect.fail("later step failed")), atomically, Effect.flip)
      assert.isTrue(yield* insert(failing))
    })
  )

  it.effect("INT-039: removes requests signed before a time, and no others", () =>
    Effect.gen(function* () {
      const { insert, removeBefore } = yield* ProviderRequests
      const old = { ...request, installationId: 3, signedAt: DateTime.subtract(chatTime, { seconds: 1 }) }
      const kept = { ...request, installationId: 3 }
      assert.isTrue(yield* insert(old))
      assert.isTrue(yield* insert(kept))
      assert.strictEqual(yield* removeBefore(chatTime), 1)
      assert.strictEqual(yield* removeBefore(chatTime), 0)
      assert.isTrue(yield* insert(old))
      assert.isFalse(yield* insert(kept))
    })
  )
})
