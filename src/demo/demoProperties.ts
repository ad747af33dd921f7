import type { Dataset } from "../domain/dataset/Dataset.ts"
import type { Property } from "../domain/properties/Property.ts"
import { emptyProperty } from "../domain/properties/emptyProperty.ts"
import type { DemoClock } from "./DemoClock.ts"
import { type VenueName, venueDocumentId, venueNames, venueSlug, venues } from "./venues.ts"

const image = (name: VenueName, subject: string) => ({
  url: `https://images.example.com/venues/${venueSlug(name)}/${subject}.jpg`,
  thumbnailUrl: `https://images.example.com/venues/${venueSlug(name)}/${subject}-small.jpg`,
  alt: `${subject} of Venue ${name}`
})

const everything = (name: VenueName, position: number) => ({
  description: `Venue ${name} stands in ${venues[name].city}. Rooms, a restaurant and a terrace.`,
  shortDescription: `A ${venues[name].propertyType} in ${venues[name].city}`,
  starRating: 3 + (position % 3),
  guestRating: 4 + (position % 10) / 10,
  reviewCount: 100 + position * 17,
  baseRoomCategory: "Double room",
  street: `${position + 1} Harbour Street`,
  postalCode: `${10_000 + position}`,
  amenities: ["wifi", "breakfast", "pool", "parking"].slice(0, 2 + (position % 3)),
  tags: ["city", "family"],
  hero: image(name, "facade"),
  gallery: ["room", "terrace"].map((subject) => ({ ...image(name, subject), type: "image" })),
  policies: {
    checkIn: "15:00",
    checkOut: "11:00",
    petPolicy: "Pets on request",
    smokingPolicy: "No smoking inside",
    childPolicy: "Children of all ages"
  },
  contact: {
    phone: `+1 555 01${String(position).padStart(2, "0")}`,
    email: `${venueSlug(name)}@example.com`,
    website: `https://${venueSlug(name)}.example.com`
  }
})

/**
 * Venues with full public data, in time zones from UTC-10 to UTC+14; several of them in countries without states
 * (PUB-007).
 */
export const demoProperties = (clock: DemoClock): Pick<Dataset, "properties"> => ({
  properties: venueNames.map(
    (name, position): Property => ({
      ...venues[name],
      ...(name === "D2" ? emptyProperty : everything(name, position)),
      documentId: venueDocumentId(name),
      slug: venueSlug(name),
      name: `Venue ${name}`,
      status: name === "V_hidden" ? "hidden" : "published",
      nightlyCostPoints: 8000 + position * 500,
      maxGuests: 2 + (position % 3),
      updatedAt: clock.ago({ days: 10, minutes: position })
    })
  )
})
