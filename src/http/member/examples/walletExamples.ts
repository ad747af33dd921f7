const balance = {
  spendablePoints: 3100,
  validBalance: 2600,
  creditBalance: 500,
  pendingPoints: 1250,
  expiringPoints: {
    windowDays: 90,
    total: 400,
    nextExpirationDate: "2026-03-14T05:06:07.000Z",
    items: [{ points: 400, expiresAt: "2026-03-14T05:06:07.000Z" }]
  }
}

const spent = {
  id: "01KJVD0N2R0000000000000004",
  type: "SPEND",
  points: -450,
  assetType: "VALID",
  description: "Spa hour",
  createdAt: "2026-03-03T05:06:07.000Z",
  metadata: {}
}

const refunded = {
  id: "01KJVD0N2R0000000000000003",
  type: "ADJUST",
  points: 200,
  assetType: "VALID",
  description: "Refund: Breakfast for two",
  createdAt: "2026-02-24T07:06:07.000Z",
  metadata: { direction: "CREDIT", reason: "refund" }
}

const pending = {
  id: "01KJVD0N2R0000000000000005",
  type: "earn",
  amount: 1250,
  assetType: "VALID",
  description: "Stay at Venue V1",
  sourceType: "reservation",
  sourceId: "019b76da-a800-7000-8000-00000000a001",
  propertyName: "Venue V1",
  reservationConfirmationCode: "7QK2M9XA",
  createdAt: "2026-03-03T08:00:00.000Z",
  status: "pending"
}

const spend = {
  id: "01KJVD0N2R0000000000000006",
  type: "spend",
  amount: -450,
  assetType: "VALID",
  description: "Spa hour",
  sourceType: "offer",
  sourceId: "019b76da-a800-7000-8000-000000000f01",
  createdAt: "2026-03-03T05:06:07.000Z",
  status: "pending"
}

/** Example responses of the wallet endpoints, by operation id. */
export const walletExamples = {
  getWallet: { balance, transactions: [spent, refunded] },
  getBalance: balance,
  listTransactions: { items: [spent, refunded], total: 2, limit: 20, offset: 0 },
  listActivity: { items: [pending, spend], total: 2, limit: 20, offset: 0 }
}
