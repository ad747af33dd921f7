import type { DocumentFacts } from "../../surface/documents/DocumentFacts.ts"

const fulfillment = {
  id: "019b76da-a800-743d-aee0-a60e45a0ed63",
  status: "claimed",
  offer: { id: "019b76da-a800-79f2-bf60-64eb46d788e2", name: "Airport transfer", redemptionType: "propertySpecific" },
  member: { externalId: "01KDVDNA0000000000000000M4", firstName: "Member", lastName: "Four", tierName: "Silver" },
  propertyId: "t5jsyq1qwiudc8e7cj2uvs7t",
  propertyName: "Venue V1",
  reservation: {
    reservationId: "019b76da-a800-7b1e-9c35-77d0a1f4c001",
    confirmationCode: "8QK2M4TZ",
    checkInDate: "2026-05-12",
    checkOutDate: "2026-05-14"
  },
  pointsCharged: 260,
  charges: [{ assetType: "VALID", points: 260 }],
  claimedAt: "2026-05-10T08:00:00.000Z",
  approvedAt: null,
  fulfilledAt: null,
  rejectedAt: null,
  cancelledAt: null,
  expiresAt: "2026-05-15T00:00:00.000Z",
  verificationRequired: true,
  note: "Two suitcases",
  modification: null,
  rejectionReason: null,
  version: 1
}

const actor = { kind: "key", id: "019b76da-a800-7d01-a0c3-1f6f1d0a4411", name: "Front desk" }

const redemption = {
  id: "019b76da-a800-7f01-8a11-3c5d7e9f1b23",
  action: "approve",
  fromStatus: "claimed",
  toStatus: "approved",
  actor,
  reason: null,
  note: "The driver has been informed",
  createdAt: "2026-05-10T09:12:44.120Z"
}

const approved = { ...fulfillment, status: "approved", approvedAt: "2026-05-10T09:12:44.120Z", version: 2 }

/** The code that the member shows at the desk, in the demo data. */
const demoCode = "GFGD4Z1R"

const claimed = "019b76da-a800-743d-aee0-a60e45a0ed63"

const requestOf = (key: string, fulfillmentId: string = claimed) => ({ fulfillmentId, "idempotency-key": key })

/** Requests to the fulfillment endpoints that succeed against the demo data, by operation id. */
export const fulfillmentRequests: DocumentFacts["requests"] = {
  suggestOfferNames: { parameters: { q: "tra" } },
  getDeskFulfillment: { parameters: { fulfillmentId: claimed } },
  listRedemptions: { parameters: { fulfillmentId: claimed } },
  approveFulfillment: {
    parameters: requestOf("example-approval-1", "019b76da-a800-743c-b461-91a4f53d4ce9"),
    bodies: { noted: { summary: "With a note for colleagues", value: { note: "The driver has been informed" } } }
  },
  rejectFulfillment: {
    parameters: requestOf("example-rejection-1", "019b76da-a800-75e4-b3a7-2b1ae058cede"),
    bodies: {
      refused: { summary: "With the reason shown to the member", value: { reason: "The car is not available" } }
    }
  },
  fulfillFulfillment: {
    parameters: requestOf("example-hand-over-1"),
    bodies: { coded: { summary: "With the member's code", value: { verificationCode: demoCode } } }
  },
  modifyFulfillment: {
    parameters: requestOf("example-proposal-1", "019b76da-a800-718c-8864-164df318ce56"),
    bodies: {
      substituted: {
        summary: "Offer a substitute",
        value: { changes: { substitution: "A larger car" }, note: "The small one is being repaired" }
      }
    }
  }
}

/** Example responses of the fulfillment endpoints, by operation id. */
export const fulfillmentExamples = {
  suggestOfferNames: { suggestions: ["Airport transfer", "Grand traverse"] },
  searchFulfillments: { items: [fulfillment], total: 1, limit: 25, offset: 0 },
  listPendingFulfillments: {
    items: [fulfillment],
    total: 1,
    limit: 25,
    offset: 0,
    nextUpdatedSince: "2026-05-10T09:11:15.000Z"
  },
  getDeskFulfillment: {
    ...approved,
    history: [
      { at: "2026-05-10T08:00:00.000Z", actorKind: "member", action: "claimed", fromStatus: null, toStatus: "claimed" },
      {
        at: "2026-05-10T09:12:44.120Z",
        actorKind: "key",
        action: "approved",
        fromStatus: "claimed",
        toStatus: "approved"
      }
    ]
  },
  listRedemptions: { items: [redemption] },
  approveFulfillment: { fulfillment: approved, redemption },
  rejectFulfillment: {
    fulfillment: {
      ...fulfillment,
      status: "rejected",
      rejectedAt: "2026-05-10T09:12:44.120Z",
      rejectionReason: "The car is not available",
      version: 2
    },
    redemption: {
      ...redemption,
      action: "reject",
      toStatus: "rejected",
      reason: "The car is not available",
      note: null
    },
    refund: { points: 260, charges: [{ assetType: "VALID", points: 260 }] }
  },
  fulfillFulfillment: {
    fulfillment: { ...approved, status: "fulfilled", fulfilledAt: "2026-05-12T17:40:10.004Z", version: 3 },
    redemption: {
      ...redemption,
      action: "fulfill",
      fromStatus: "approved",
      toStatus: "fulfilled",
      note: null,
      createdAt: "2026-05-12T17:40:10.004Z"
    }
  },
  modifyFulfillment: {
    fulfillment: {
      ...fulfillment,
      status: "modified",
      modification: { substitution: "A larger car", note: "The small one is being repaired" },
      version: 2
    },
    redemption: { ...redemption, action: "modify", toStatus: "modified", note: "The small one is being repaired" }
  }
}
