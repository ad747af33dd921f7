const teammate = {
  teammateId: "demo-operator-v12",
  name: "Operator Seven",
  email: "operator-v12@example.com",
  role: "front_desk",
  allVenues: false,
  venueIds: ["15n0j677r7n5b8y3wzcnjghc", "t5jsyq1qwiudc8e7cj2uvs7t"],
  updatedAt: "2026-04-10T09:12:44.000Z"
}

const page = { items: [teammate], total: 1, limit: 25, offset: 0 }

/** Requests to the teammate endpoints that succeed against the demo data, by operation id. */
export const teammatesRequests = {
  getTeammate: { parameters: { teammateId: teammate.teammateId } },
  replaceTeammateVenues: {
    parameters: { teammateId: teammate.teammateId, "idempotency-key": "example-teammate-venues-1" },
    bodies: {
      listed: { summary: "Replace the venues with two venues", value: { venueIds: teammate.venueIds } },
      all: { summary: "Grant every venue of the organization", value: { allVenues: true } }
    }
  },
  addTeammateVenue: {
    parameters: { teammateId: teammate.teammateId, "idempotency-key": "example-teammate-venue-1" },
    bodies: { venue: { summary: "Add a venue", value: { venueId: "t5jsyq1qwiudc8e7cj2uvs7t" } } }
  },
  removeTeammateVenue: {
    parameters: {
      teammateId: teammate.teammateId,
      venueId: "t5jsyq1qwiudc8e7cj2uvs7t",
      "idempotency-key": "example-teammate-removal-1"
    }
  },
  listVenueTeammates: { parameters: { venueId: "t5jsyq1qwiudc8e7cj2uvs7t" } }
}

/** Example responses of the teammate endpoints, by operation id. */
export const teammatesExamples = {
  listTeammates: page,
  getTeammate: teammate,
  replaceTeammateVenues: teammate,
  addTeammateVenue: teammate,
  removeTeammateVenue: { ...teammate, venueIds: ["15n0j677r7n5b8y3wzcnjghc"] },
  listVenueTeammates: page
}
