/** The documented example response of a claim, shared by the surfaces that offer it. */
export const claimExample = {
  transition: {
    actionId: "0198c0de-0000-7000-8000-000000000001",
    type: "claim",
    fromState: "unowned",
    toState: "owned",
    expectedVersion: 1,
    occurredAt: "2026-03-01T12:31:00.000Z",
    evidenceRecorded: false
  },
  receipt: {
    id: "0198c0de-0000-7000-8000-000000000002",
    idempotencyKey: "claim-towels-1",
    requestId: "it-42",
    recordedAt: "2026-03-01T12:31:00.000Z"
  }
}
