const campaign = {
  multiplierId: "019b76da-a800-7730-bd73-c5c4a70fdc21",
  name: "V3 in season",
  kind: "campaign",
  multiplier: 1.2,
  tierId: null,
  propertyId: "k5uv8z1gkn61zd3g9gmcpdez",
  startsAt: "2026-05-05T00:00:00.000Z",
  endsAt: "2026-06-09T23:59:59.000Z",
  active: true,
  stacking: "stackable"
}

/** Requests to the point multiplier endpoints that succeed against the demo data, by operation id. */
export const multiplierRequests = {
  getPointMultiplier: { parameters: { multiplierId: campaign.multiplierId } }
}

/** Example responses of the point multiplier endpoints, by operation id. */
export const multiplierExamples = {
  listPointMultipliers: {
    items: [
      {
        multiplierId: "019b76da-a800-747f-87dd-d0d5b56a6228",
        name: "Silver",
        kind: "tier",
        multiplier: 1.25,
        tierId: "019b76da-a800-747f-87dd-d0d5b56a6228",
        propertyId: null,
        startsAt: null,
        endsAt: null,
        active: true,
        stacking: null
      },
      campaign
    ],
    total: 2,
    limit: 25,
    offset: 0
  },
  getPointMultiplier: campaign
}
