const ids = {
  offerId: "019b76da-a800-786c-83c8-608926351c3d",
  poolId: "019b76da-a800-7e9b-b842-777a6b963d95",
  codeId: "019b76da-a800-79b4-a9a0-eafffe9b9612"
}

const pool = {
  poolId: ids.poolId,
  offerId: ids.offerId,
  name: "Pool dinner later",
  status: "active",
  total: 40,
  available: 37,
  assigned: 1,
  redeemed: 2,
  void: 0,
  lowStockThreshold: 5,
  isLowStock: false,
  expiresAt: "2027-01-31T23:00:00.000Z",
  updatedAt: "2026-05-08T09:12:44.000Z"
}

const params = { poolId: ids.poolId }

/** Requests to the code pool endpoints that succeed against the demo data, by operation id. */
export const codePoolRequests = {
  createCodePool: {
    parameters: { "idempotency-key": "example-pool-1" },
    bodies: {
      pool: {
        summary: "Pool with a low-stock threshold",
        value: { offerId: ids.offerId, name: "Winter codes", lowStockThreshold: 10, expiresAt: "2027-01-31T23:00:00Z" }
      }
    }
  },
  getCodePool: { parameters: params },
  changeCodePool: {
    parameters: { ...params, "idempotency-key": "example-pool-change-1" },
    bodies: {
      paused: { summary: "Pause the pool", value: { status: "paused" } },
      unlimited: { summary: "Remove the threshold and the expiry", value: { lowStockThreshold: null, expiresAt: null } }
    }
  },
  archiveCodePool: { parameters: { ...params, "idempotency-key": "example-pool-end-1" } },
  listPoolCodes: { parameters: params },
  addPoolCodes: {
    parameters: { ...params, "idempotency-key": "example-codes-1" },
    bodies: { codes: { summary: "Three codes", value: { codes: ["DINNER-7F3K", "DINNER-9QX2", "DINNER-7F3K"] } } }
  },
  voidPoolCode: { parameters: { ...params, codeId: ids.codeId, "idempotency-key": "example-code-end-1" } }
}

/** Example responses of the code pool endpoints, by operation id. */
export const codePoolExamples = {
  listCodePools: { items: [pool], total: 1, limit: 25, offset: 0 },
  createCodePool: {
    ...pool,
    name: "Winter codes",
    total: 0,
    available: 0,
    assigned: 0,
    redeemed: 0,
    lowStockThreshold: 10,
    isLowStock: true
  },
  getCodePool: pool,
  changeCodePool: { ...pool, status: "paused" },
  listPoolCodes: {
    items: [
      {
        codeId: ids.codeId,
        value: "****7F3K",
        status: "assigned",
        fulfillmentId: "019b76da-a800-7e31-a1b2-1f6f1d0a4412",
        assignedAt: "2026-05-09T18:30:00.000Z"
      }
    ],
    total: 1,
    limit: 25,
    offset: 0
  },
  addPoolCodes: {
    added: 2,
    duplicates: [{ index: 2, within: "request" }],
    rejected: [],
    pool: { ...pool, total: 42, available: 39 }
  }
}
