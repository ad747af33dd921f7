import { assert, describe, it } from "@effect/vitest"
import { pendingAmounts, toWalletBalance } from "../../../src/domain/wallet/toWalletBalance.ts"
import type { WalletView } from "../../../src/domain/wallet/WalletViews.ts"
import { facts } from "../../support/datasets/stayFacts.ts"

const view: WalletView = {
  hasDueLots: false,
  hasDueClaims: false,
  validBalance: 300,
  creditBalance: 20,
  expiring: [
    { expiresAt: "2026-04-01T00:00:00.000Z", points: 100 },
    { expiresAt: "2026-05-01T00:00:00.000Z", points: 50 }
  ],
  pendingEarns: [
    { activityId: "earns", facts: facts() },
    { activityId: "earns nothing", facts: facts({ spendMinor: 0 }) }
  ]
}

describe("toWalletBalance", () => {
  it("MEM-047: pendingAmounts leaves out a pending earn of nothing", () => {
    assert.deepStrictEqual([...pendingAmounts(view)], [["earns", 100]])
  })

  it("MEM-091, MEM-092: adds both assets to spendablePoints without pending ones, and sums the expiring points", () => {
    assert.deepStrictEqual(toWalletBalance(view), {
      spendablePoints: 320,
      validBalance: 300,
      creditBalance: 20,
      pendingPoints: 100,
      expiringPoints: {
        windowDays: 90,
        total: 150,
        nextExpirationDate: "2026-04-01T00:00:00.000Z",
        items: view.expiring
      }
    })
    const { expiringPoints } = toWalletBalance({ ...view, expiring: [] })
    assert.deepStrictEqual([expiringPoints.total, expiringPoints.nextExpirationDate], [0, null])
  })
})
