import { claimExample } from "../surface/documents/claimExample.ts"
import type { DocumentFacts } from "../surface/documents/DocumentFacts.ts"

/** The parts of the hub's document that the endpoint declarations do not provide. */
export const hubDocument: DocumentFacts = {
  basePath: "/api/external/v1",
  description: [
    "Trusted integrations read their organization's brands and guest messages, and claim, finish or cancel Actions.",
    "The organization is determined by the key alone. Unknown query parameters are ignored. Responses may gain",
    "fields, so clients must ignore unknown ones. Change events are hints for polling: a deletion may not produce one,",
    "so re-read the records that matter to you. An Idempotency-Key is an unquoted string, kept for 30 days: if the",
    "outcome of a request is uncertain, send the same key and body again; use a new key for a new transition."
  ].join(" "),
  security: {
    organizationKey: {
      type: "http",
      scheme: "bearer",
      description: "An organization API key, created in the operator settings"
    }
  },
  unknownFields: "refused",
  requests: {
    readMessaging: { parameters: { scope: "ws-a-main", guest: "019b76da-a800-7220-93f2-451c20020abb" } },
    transitionAction: {
      parameters: { scope: "ws-a-main", "idempotency-key": "example-claim-1" },
      bodies: {
        claim: {
          summary: "Claim an unowned Action",
          value: { type: "claim", id: "019b76da-a800-711c-9b3c-1ee66d9a9aa1", expectedVersion: 1 }
        }
      }
    }
  },
  examples: {
    listBrands: {
      items: [
        {
          id: "q69ucps19ktstlu0zpa8valc",
          name: "Brand A1",
          slug: "brand-a1",
          status: "active",
          logoUrl: null,
          venues: [
            {
              id: "t5jsyq1qwiudc8e7cj2uvs7t",
              name: "Venue V1",
              slug: "venue-v1",
              status: "active",
              type: "hotel",
              city: "Lisbon",
              country: "Portugal",
              timezone: "Europe/Lisbon"
            }
          ],
          createdAt: "2026-01-05T09:00:00.000Z",
          updatedAt: "2026-03-01T12:30:00.000Z"
        }
      ],
      nextCursor: null
    },
    readMessaging: {
      view: "actions",
      scope: "ws-a-main",
      items: [
        {
          id: "0198c0de-0000-7000-8000-000000000001",
          version: 1,
          state: "unowned",
          kind: "request",
          title: "Extra towels",
          details: null,
          priority: "normal",
          guestId: "g1",
          reservationId: null,
          propertyId: null,
          audience: { kind: "workspace", teamId: null },
          owner: null,
          dueAt: null,
          evidence: null,
          createdAt: "2026-03-01T12:30:00.000Z",
          updatedAt: "2026-03-01T12:30:00.000Z",
          claimedAt: null,
          finishedAt: null,
          cancelledAt: null
        }
      ],
      nextCursor: null
    },
    transitionAction: claimExample
  }
}
