import type { DocumentFacts } from "../surface/DocumentFacts.ts"
import { favoriteExamples } from "./examples/favoriteExamples.ts"
import { fulfillmentExamples } from "./examples/fulfillmentExamples.ts"
import { inviteExamples } from "./examples/inviteExamples.ts"
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

/** What the member API's document says beyond its definitions. */
export const memberDocument: DocumentFacts = {
  basePath: "/v1",
  description: [
    "One authenticated member: `me` is the subject of the token, whatever else a request says. Points are integers,",
    "dates ISO 8601. Unknown query parameters are ignored, responses may gain fields, and clients ignore the ones they",
    "do not know. There are no events: what changes is read again."
  ].join(" "),
  security: {
    memberToken: {
      type: "http",
      scheme: "bearer",
      bearerFormat: "JWT",
      description: "A member's access token of the identity provider"
    }
  },
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
