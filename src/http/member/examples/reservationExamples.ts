const summary = {
  reservationId: "019b76da-a800-7baf-bc46-ae7ca6bd0bd6",
  checkInDate: "2026-03-05",
  checkOutDate: "2026-03-07",
  status: "confirmed",
  confirmationCode: "7Q2K9XWM",
  guestCount: 1,
  bookingChannel: "direct",
  property: {
    id: 101,
    documentId: "t5jsyq1qwiudc8e7cj2uvs7t",
    name: "Venue V1",
    location: "Lisbon, Portugal",
    imageUrl: "https://images.example.com/venues/venue-v1/facade.jpg",
    brand: { documentId: "w4z27t2rt41x5c7o2tf1l6mb", name: "Brand A1" }
  },
  pointsStatus: { totalPoints: 1000, basePoints: 400, multiplier: 2.5, finalized: false }
}

/** Example responses of the reservation endpoints, by operation id. */
export const reservationExamples = {
  listReservations: { items: [summary], total: 1, limit: 20, offset: 0 },
  lookUpReservation: summary,
  previewReservation: {
    ...summary,
    pointsBreakdown: {
      spend: { value: "400", currency: "EUR" },
      basePoints: 400,
      tierMultiplier: 1.25,
      campaignMultiplier: 2,
      multiplier: 2.5,
      totalPoints: 1000,
      estimated: true
    }
  },
  linkReservation: summary
}
