import type { DocumentFacts } from "../surface/documents/DocumentFacts.ts"
import { codePoolExamples, codePoolRequests } from "./examples/codePoolExamples.ts"
import { benefitExamples, benefitRequests } from "./examples/benefitExamples.ts"
import { domainExamples, domainRequests } from "./examples/domainExamples.ts"
import { fulfillmentExamples, fulfillmentRequests } from "./examples/fulfillmentExamples.ts"
import { memberExamples, memberRequests } from "./examples/memberExamples.ts"
import { multiplierExamples, multiplierRequests } from "./examples/multiplierExamples.ts"
import { pageExamples, pageRequests } from "./examples/pageExamples.ts"
import { reservationExamples, reservationRequests } from "./examples/reservationExamples.ts"
import { insightExamples, insightRequests } from "./examples/insightExamples.ts"
import { programExamples, programRequests } from "./examples/programExamples.ts"
import { teammatesExamples, teammatesRequests } from "./examples/teammatesExamples.ts"
import { themeKitExamples, themeKitRequests } from "./examples/themeKitExamples.ts"
import { inviteExamples, inviteRequests } from "./examples/inviteExamples.ts"

const arrival = {
  taskId: "019b76da-a800-7a2c-8fd1-0f4d1c6f2b11",
  status: "acknowledged",
  propertyId: "t5jsyq1qwiudc8e7cj2uvs7t",
  propertyName: "Venue V1",
  member: {
    externalId: "01KDVDNA0000000000000000M1",
    firstName: "Member",
    lastName: "One",
    tierName: "Silver",
    tierLevel: 2
  },
  reservation: {
    reservationId: "019b76da-a800-7b1e-9c35-77d0a1f4c001",
    confirmationCode: "8QK2M4TZ",
    checkInDate: "2026-05-12",
    checkOutDate: "2026-05-14",
    status: "confirmed"
  },
  benefits: [
    {
      benefitId: "019b76da-a800-7c44-8a10-5b1f0b6a7e02",
      name: "Welcome drink",
      kind: "amenity",
      quantity: 2,
      howToRedeem: "Ask at the bar",
      redemptionType: "direct"
    }
  ],
  specialNotes: "Arrives late in the evening",
  acknowledgedAt: "2026-05-10T09:12:44.120Z",
  acknowledgedBy: { kind: "key", id: "019b76da-a800-7d01-a0c3-1f6f1d0a4411", name: "Front desk" },
  changedSinceAck: false,
  refreshedAt: "2026-05-10T08:00:00.000Z",
  createdAt: "2026-03-13T08:00:00.000Z"
}

/** An open arrival task in the demo data. */
const demoTask = "019b76da-a800-7a10-b225-24e325a95377"

/** The parts of the Partner API's document that the endpoint declarations do not provide. */
export const partnerDocument: DocumentFacts = {
  basePath: "/v1",
  description: [
    "For the staff and systems of one organization. The credential determines the organization and the venues within",
    "reach. Staff are keys of level admin and operators who are staff of the platform; those without an organization",
    "are global staff, and `organizationId` selects theirs: reads without it span all organizations, and writes require",
    "it. For everyone else it is ignored. Records that are missing, belong to",
    "another organization or are outside your reach get the same 404. Unknown query parameters are ignored. Responses",
    "may gain fields, so clients must ignore unknown ones. Every POST, PUT, PATCH and DELETE requires an",
    "Idempotency-Key; responses are stored for 72 hours per organization. There are no webhooks or streams: poll",
    "arrivals every 1 to 5 minutes. Staff may narrow their view with X-Emulate-Org-Id and X-Emulate-Property-Ids.",
    "Clients should branch on `code`, expect 429 responses, and back off exponentially with jitter. An unknown path",
    "returns 404 `route_not_found`, an unsupported method 405 `method_not_allowed`."
  ].join(" "),
  security: {
    partnerKey: {
      type: "apiKey",
      in: "header",
      name: "X-API-Key",
      description: "A partner key of level partner or admin. Keep it on your servers."
    },
    operatorToken: {
      type: "http",
      scheme: "bearer",
      bearerFormat: "JWT",
      description: "An operator's access token, issued by the identity provider"
    }
  },
  open: ["sendPublicInvite"],
  unknownFields: "refused",
  requests: {
    ...codePoolRequests,
    ...benefitRequests,
    ...domainRequests,
    ...fulfillmentRequests,
    ...memberRequests,
    ...multiplierRequests,
    ...reservationRequests,
    ...insightRequests,
    ...programRequests,
    ...teammatesRequests,
    ...themeKitRequests,
    getArrival: { parameters: { taskId: demoTask } },
    acknowledgeArrival: {
      parameters: { taskId: demoTask, "idempotency-key": "example-acknowledgement-1" },
      bodies: {
        noted: { summary: "With a note for colleagues", value: { note: "Room 12 is prepared" } }
      }
    },
    ...inviteRequests,
    ...pageRequests
  },
  examples: {
    ...codePoolExamples,
    ...benefitExamples,
    ...domainExamples,
    ...fulfillmentExamples,
    ...memberExamples,
    ...multiplierExamples,
    ...reservationExamples,
    ...insightExamples,
    ...programExamples,
    ...teammatesExamples,
    ...themeKitExamples,
    getScope: {
      organization: { id: "019b76da-a800-7000-8000-000000000001", name: "Organization A", slug: "organization-a" },
      venues: [
        {
          id: "t5jsyq1qwiudc8e7cj2uvs7t",
          name: "Venue V1",
          brandId: "q69ucps19ktstlu0zpa8valc",
          timezone: "Europe/Lisbon"
        }
      ],
      allVenues: true,
      scopes: ["partner:arrivals:read", "partner:arrivals:write"],
      authLevel: "partner",
      environment: "production",
      emulation: null
    },
    listArrivals: {
      items: [arrival],
      total: 1,
      limit: 25,
      offset: 0,
      window: { from: "2026-05-03", to: "2026-07-09" }
    },
    getArrival: arrival,
    acknowledgeArrival: arrival,
    ...inviteExamples,
    ...pageExamples
  }
}
