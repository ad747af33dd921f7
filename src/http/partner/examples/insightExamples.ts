const hash = "d3720f1d2909c5e3382e983c09ee680a431ac6bebe1ebcb5dcf661ec2e0828dd"

const stay = "019b76da-a800-7ef6-98c5-eaf5483bde1e"

const record = {
  hashedPmsGuestId: hash,
  memberId: 601,
  social: {
    profiles: [
      {
        network: "linkedin",
        handle: "guest-open",
        url: "https://social.example.com/guest-open",
        followers: 120
      }
    ],
    interests: ["architecture", "sailing"],
    employer: "Example Industries",
    jobTitle: "Engineer",
    location: "Lisbon",
    photoUrl: null
  },
  matchConfidence: 0.97,
  matchedBy: ["email", "name"],
  reservationId: stay,
  propertyId: "t5jsyq1qwiudc8e7cj2uvs7t",
  enrichedAt: "2026-05-09T10:00:00.000Z",
  updatedAt: "2026-05-09T10:00:00.000Z",
  member: {
    externalId: "01KDVDNA001HC11XTV1YX40M3D",
    firstName: "Member",
    lastName: "One",
    displayName: "Member One",
    email: "m1@example.com",
    phone: "+351210000001",
    preferredLanguage: "en",
    country: "PT",
    status: "active",
    programs: [
      {
        programId: "019b76da-a800-7b53-9c2a-6a8f0cf2d001",
        name: "Circle of A",
        tierId: "019b76da-a800-7b53-9c2a-6a8f0cf2d002",
        tierName: "Silver",
        tierLevel: 2,
        tierExpiresAt: "2027-01-01T00:00:00.000Z",
        enrolledAt: "2025-06-01T10:00:00.000Z"
      }
    ],
    pointsBalance: { validBalance: 4200, creditBalance: 300, pendingPoints: 800 },
    homePropertyId: "t5jsyq1qwiudc8e7cj2uvs7t",
    stayCount: 7,
    lastStayAt: "2026-05-01T00:00:00.000Z",
    createdAt: "2025-06-01T10:00:00.000Z",
    updatedAt: "2026-03-01T10:00:00.000Z"
  }
}

/** Requests to the guest intelligence endpoints that succeed against the demo data, by operation id. */
export const insightRequests = {
  getGuestInsight: { parameters: { hashedPmsGuestId: hash } },
  getReservationInsight: { parameters: { reservationId: stay } },
  listMemberInsight: { parameters: { memberId: 601 } }
}

/** Example responses of the guest intelligence endpoints, by operation id. */
export const insightExamples = {
  getGuestInsight: record,
  getReservationInsight: record,
  listMemberInsight: [record],
  getInsightStats: {
    guestsTotal: 10,
    guestsMatched: 6,
    guestsEnriched: 8,
    guestsPending: 1,
    guestsFailed: 1,
    averageMatchConfidence: 0.73,
    confidenceBands: { low: 1, medium: 2, high: 3 },
    lastRunAt: "2026-05-10T07:00:00.000Z",
    nextRunAt: "2026-05-11T07:00:00.000Z"
  }
}
