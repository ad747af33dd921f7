import type { DocumentFacts } from "../surface/documents/DocumentFacts.ts"
import { favoriteExamples } from "./examples/favoriteExamples.ts"
import { fulfillmentExamples } from "./examples/fulfillmentExamples.ts"
import { inviteExamples } from "./examples/inviteExamples.ts"
import { memberRequests } from "./examples/memberRequests.ts"
import { notificationExamples } from "./examples/notificationExamples.ts"
import { offerExamples } from "./examples/offerExamples.ts"
import { propertySearchExamples } from "./examples/propertySearchExamples.ts"
import { perkExamples } from "./examples/perkExamples.ts"
import { reservationExamples } from "./examples/reservationExamples.ts"
import { walletExamples } from "./examples/walletExamples.ts"

const gold = {
  programId: "019b76da-a800-7000-8000-000000000701",
  programName: "Program A",
  id: "019b76da-a800-7000-8000-000000000713",
  name: "Gold",
  level: 3,
  multiplier: 1.5,
  qualifyingPoints: 7200,
  nextTier: null
}

/** The parts of the member API's document that the endpoint declarations do not provide. */
export const memberDocument: DocumentFacts = {
  basePath: "/v1",
  description: [
    "Acts for one authenticated member: `me` is always the subject of the token. Points are integers, dates are",
    "ISO 8601. Unknown query parameters are ignored. Responses may gain fields, so clients must ignore unknown ones.",
    "There are no events: read again what may have changed. A claim accepts an optional Idempotency-Key, kept for 72",
    "hours."
  ].join(" "),
  security: {
    memberToken: {
      type: "http",
      scheme: "bearer",
      bearerFormat: "JWT",
      description: "A member's access token, issued by the identity provider"
    }
  },
  unknownFields: "ignored",
  requests: memberRequests,
  examples: {
    ...fulfillmentExamples,
    ...offerExamples,
    ...notificationExamples,
    ...favoriteExamples,
    ...perkExamples,
    ...propertySearchExamples,
    ...inviteExamples,
    ...walletExamples,
    ...reservationExamples,
    getMemberProfile: {
      externalId: "01KDVDNA0000000000000000M2",
      firstName: "Member",
      lastName: "Two",
      email: "m2@example.com",
      phone: "+1 555 0602",
      country: "PT",
      language: "en",
      tier: gold,
      tiers: [
        gold,
        {
          programId: "019b76da-a800-7000-8000-000000000702",
          programName: "Program B",
          id: "019b76da-a800-7000-8000-000000000721",
          name: "Blue",
          level: 1,
          multiplier: 1,
          qualifyingPoints: 100,
          nextTier: { name: "Silver", level: 2, pointsNeeded: 900 }
        }
      ],
      memberSince: "2025-01-28T18:58:00.000Z",
      preferences: { newsletter: true, room: { floor: "high", beds: 1 } }
    }
  }
}
