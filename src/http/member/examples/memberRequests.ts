import type { RequestExample } from "../../surface/documents/DocumentFacts.ts"

const property = "t5jsyq1qwiudc8e7cj2uvs7t"
const otherProperty = "15n0j677r7n5b8y3wzcnjghc"
const claim = "019b76da-a800-7a1f-b8d0-9754cb6605d9"
const waitingClaim = "019b76da-a800-7ef5-b168-e2280c9dcf27"
const offer = "019b76da-a800-7865-b6ea-a4c7889c2f06"
const bounds = { north: 42, south: 41, east: 3, west: 2 }

/** Requests that succeed for member M1 against the demo data, by operation id. */
export const memberRequests: Readonly<Record<string, RequestExample>> = {
  searchProperties: {
    bodies: {
      everything: { summary: "Every property, in the member's recommended order", value: {} },
      city: {
        summary: "Cheapest hotels in a city for two guests, with map markers",
        value: {
          sort: "price_low",
          location: { city: "Lisbon" },
          propertyTypes: ["hotel"],
          maxGuests: 2,
          includeMarkers: true
        }
      },
      nearby: {
        summary: "Nearest properties within 20 km of a point",
        value: { sort: "distance", location: { latitude: 38.72, longitude: -9.14, radius: 20 }, limit: 5 }
      }
    }
  },
  hydrateProperties: {
    bodies: { two: { summary: "Two properties by document id", value: { documentIds: [property, otherProperty] } } }
  },
  mapProperties: {
    bodies: {
      clustered: { summary: "A city, clustered", value: { bounds, zoom: 11 } },
      single: {
        summary: "Individual properties, filtered by price",
        value: { bounds, zoom: 11, filters: { priceRange: { max: 20_000 } }, enableClustering: false }
      }
    }
  },
  suggestPlaces: {
    bodies: {
      all: { summary: "Places and properties", value: { query: "lisb" } },
      cities: { summary: "Cities and airports only", value: { query: "lisb", types: ["city", "airport"], limit: 5 } }
    }
  },
  getFulfillment: { parameters: { fulfillmentId: claim } },
  confirmFulfillment: {
    parameters: { fulfillmentId: claim },
    bodies: { used: { summary: "Confirm that the claim was used", value: { confirmed: true } } }
  },
  cancelFulfillment: { parameters: { fulfillmentId: waitingClaim } },
  getOffer: { parameters: { offerId: offer } },
  claimOffer: {
    parameters: { offerId: offer },
    bodies: {
      plain: { summary: "At the current price, for any property", value: {} },
      agreed: {
        summary: "For one property, at the price the member agreed to",
        value: { propertyId: property, expectedPoints: 200, note: "A quiet table, please" }
      }
    }
  },
  markNotificationRead: { parameters: { id: 31001 } },
  markNotificationUnread: { parameters: { id: 31001 } },
  addFavorite: {
    bodies: { property: { summary: "A property by document id", value: { propertyDocumentId: otherProperty } } }
  },
  removeFavorite: { parameters: { propertyDocumentId: property } },
  getFavoriteStatus: { parameters: { propertyDocumentId: property } },
  getPerkGroup: { parameters: { id: 901 } },
  listGroupPerks: { parameters: { id: 901 } },
  acceptInvite: {
    bodies: {
      token: {
        summary: "Token of an invite",
        value: { token: "inv_21FpoZeY1xokTr0orxY79E7tXPcCWDLuuc0ZFgFOXjO" }
      }
    }
  },
  lookUpReservation: { parameters: { confirmationCode: "KG7FDTKX", lastName: "One" } },
  previewReservation: { parameters: { reservationId: "019b76da-a800-7ef6-98c5-eaf5483bde1e" } },
  linkReservation: {
    parameters: { reservationId: "01KDVDNA00SHQTS4CYYZ5WZRST" },
    bodies: {
      guest: {
        summary: "Details of the booking",
        value: { confirmationCode: "6MKDYQGT", lastName: "One" }
      }
    }
  }
}
