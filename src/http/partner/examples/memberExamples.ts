/** Member M1 in the demo data. */
const externalId = "01KDVDNA001HC11XTV1YX40M3D"

const programId = "019b76da-a800-7135-af7e-4392baf72216"

const tierId = "019b76da-a800-747f-87dd-d0d5b56a6228"

const venueV1 = "t5jsyq1qwiudc8e7cj2uvs7t"

const member = {
  externalId,
  firstName: "Member",
  lastName: "One",
  displayName: "Member One",
  email: "m1@example.com",
  phone: "+1 555 0601",
  preferredLanguage: "en",
  country: "PT",
  status: "active",
  programs: [
    {
      programId,
      name: "Program A",
      tierId,
      tierName: "Silver",
      tierLevel: 2,
      tierExpiresAt: "2027-03-06T09:00:00.000Z",
      enrolledAt: "2025-04-06T09:00:00.000Z"
    }
  ],
  pointsBalance: { validBalance: 2400, creditBalance: 300, pendingPoints: 480 },
  homePropertyId: venueV1,
  stayCount: 4,
  lastStayAt: "2026-05-08T23:00:00.000Z",
  createdAt: "2025-04-05T09:00:00.000Z",
  updatedAt: "2025-04-05T09:00:00.000Z"
}

export const memberRequests = {
  listMembers: {
    parameters: { q: "member one", programId, tierId, updatedSince: "2025-01-01T00:00:00Z" }
  },
  getMember: { parameters: { externalId } },
  listMemberEntitlements: { parameters: { externalId, propertyId: venueV1 } }
}

export const memberExamples = {
  listMembers: { items: [member], total: 1, limit: 25, offset: 0 },
  getMember: member,
  listMemberEntitlements: {
    items: [
      {
        benefitId: "019b76da-a800-7a9e-bc2d-e3b41dc70a96",
        name: "Welcome drink",
        kind: "amenity",
        quantity: 2,
        eligible: true,
        reason: null,
        source: { programId, tierId }
      },
      {
        benefitId: "019b76da-a800-7057-a817-9538dfe6c9c7",
        name: "Early check-in",
        kind: "early_checkin",
        quantity: 1,
        eligible: false,
        reason: "venue",
        source: { programId, tierId }
      }
    ]
  }
}
