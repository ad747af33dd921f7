import { assert } from "@effect/vitest"
import { Cause, DateTime, Effect, Exit, Redacted } from "effect"
import { verificationCode } from "../../../src/demo/demoFulfillments.ts"
import { fulfillmentId } from "../../../src/demo/fulfillmentPlan.ts"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import { Fulfillments } from "../../../src/domain/fulfillments/Fulfillments.ts"
import { redeemFulfillment } from "../../../src/domain/fulfillments/redeemFulfillment.ts"
import { SealUnopened } from "../../../src/domain/shared/openSealed.ts"
import { Vault } from "../../../src/domain/shared/Vault.ts"
import * as VaultLayer from "../../../src/layers/VaultLayer.ts"
import { atTime } from "../../support/atTime.ts"
import { inTransaction } from "../../support/servers/inTransaction.ts"
import { twin } from "../../support/memberServices.ts"
import { now, claimsDataset } from "../../support/datasets/claimsDataset.ts"
import { twins } from "../../support/twins.ts"

const id = fulfillmentId("claimed")

const redeem = atTime(now)(
  inTransaction(
    redeemFulfillment({
      fulfillmentId: id,
      reach: { organizationIds: [organizationIds.A], venueIds: "all" },
      actor: { kind: "key", id: "desk-key", name: "Desk" },
      verificationCode: verificationCode("claimed")
    })
  )
)

twins("redeemFulfillment", twin, claimsDataset, (it) => {
  it.effect("PAR-028: a stored code that cannot be unsealed is a defect, not a counted wrong attempt", () =>
    Effect.gen(function* () {
      const stranger = yield* Effect.provide(Vault, VaultLayer.layer(Redacted.make("an unrelated secret")))
      const exit = yield* Effect.exit(Effect.provideService(redeem, Vault, stranger))
      assert.isTrue(Exit.isFailure(exit) && Cause.squash(exit.cause) instanceof SealUnopened)
      const attempts = Fulfillments.use((all) =>
        all.getAttempts({ fulfillmentId: id, since: DateTime.subtract(now, { days: 1 }) })
      )
      assert.deepStrictEqual(yield* attempts, { count: 0, first: null })
      assert.strictEqual((yield* redeem).locked.row.status, "fulfilled")
    })
  )
})
