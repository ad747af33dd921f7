const dinner = {
  fulfillmentId: "019cb6f1-4d2c-7a31-9f3a-0d6b7c1e5a43",
  offerId: "019b76da-a800-7000-8000-000000000f03",
  offerName: "Dinner voucher",
  status: "claimed",
  redemptionType: "externalCode",
  pointsCharged: 250,
  charges: [{ assetType: "VALID", points: 250 }],
  externalCode: "VKJ4T0ZC",
  claimedAt: "2026-03-02T19:00:00.000Z",
  expiresAt: "2026-04-01T19:00:00.000Z"
}

const upgrade = {
  fulfillmentId: "019cb6f1-4d2c-7a31-9f3a-0d6b7c1e5a44",
  offerId: "019b76da-a800-7000-8000-000000000f04",
  offerName: "Room upgrade",
  status: "modified",
  redemptionType: "propertySpecific",
  pointsCharged: 320,
  charges: [{ assetType: "VALID", points: 320 }],
  propertyId: "ob13u7apb4o2vtqog46h26uq",
  note: "Sea view, if there is one",
  claimedAt: "2026-02-27T05:06:07.000Z",
  expiresAt: "2026-03-29T05:06:07.000Z"
}

/** Example responses of the fulfillment endpoints, by operation id. */
export const fulfillmentExamples = {
  listFulfillments: { items: [dinner, upgrade], total: 2, limit: 20, offset: 0 },
  getFulfillment: {
    ...upgrade,
    modification: { note: "Only from three in the afternoon", substitution: "Junior suite" },
    history: [
      {
        at: "2026-02-27T05:06:07.000Z",
        actorKind: "member",
        action: "claimed",
        toStatus: "pending_approval"
      },
      {
        at: "2026-02-27T11:06:07.000Z",
        actorKind: "key",
        action: "modified",
        fromStatus: "pending_approval",
        toStatus: "modified"
      }
    ]
  },
  confirmFulfillment: { success: true, status: "fulfilled", fulfilledAt: "2026-03-04T05:06:07.000Z" },
  cancelFulfillment: { success: true, message: "The fulfillment is cancelled and its points are refunded" }
}
