const reservation = {
  reservationId: "019b76da-a800-7b1e-9c35-77d0a1f4c001",
  status: "confirmed",
  pmsStatus: "confirmed",
  confirmationCode: "8QK2M4TZ",
  checkInDate: "2026-05-12",
  checkOutDate: "2026-05-14",
  guestCount: 2,
  bookingChannel: "direct",
  property: { id: "t5jsyq1qwiudc8e7cj2uvs7t", name: "Venue V1" },
  member: { externalId: "01KDVDNA0000000000000000M1", firstName: "Member", lastName: "One", tierName: "Silver" },
  pointsStatus: { totalPoints: 500, basePoints: 400, multiplier: 1.25, finalized: false },
  createdAt: "2026-03-13T08:00:00.000Z",
  updatedAt: "2026-05-09T16:20:11.045Z"
}

/** Requests to the reservation endpoints that succeed against the demo data, by operation id. */
export const reservationRequests = {
  listReservationsOfMember: { parameters: { externalId: "01KDVDNA001HC11XTV1YX40M3D" } },
  getReservation: { parameters: { reservationId: "019b76da-a800-7ef6-98c5-eaf5483bde1e" } }
}

/** Example responses of the reservation endpoints, by operation id. */
export const reservationExamples = {
  listReservationsOfMember: { items: [reservation], total: 1, limit: 25, offset: 0 },
  listVenueReservations: {
    items: [reservation],
    nextCursor: "c1.Qm9va2VkYnVzaWx5MjAyNi0wNS0xMgBuZXh0",
    limit: 25,
    offset: 0
  },
  getReservation: reservation
}
