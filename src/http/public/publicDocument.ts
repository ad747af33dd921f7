import type { DocumentFacts } from "../surface/documents/DocumentFacts.ts"

const property = {
  id: 101,
  documentId: "t5jsyq1qwiudc8e7cj2uvs7t",
  name: "Venue V1",
  slug: "venue-v1",
  propertyType: "hotel",
  shortDescription: "A hotel in Lisbon",
  starRating: 4,
  guestRating: 4.5,
  reviewCount: 117,
  address: {
    street: "1 Harbour Street",
    city: "Lisbon",
    state: "Lisboa",
    country: "Portugal",
    postalCode: "10000",
    latitude: 38.7223,
    longitude: -9.1393
  },
  brand: {
    id: "q69ucps19ktstlu0zpa8valc",
    name: "Brand A1",
    logo: "https://images.example.com/brands/a1/logo.svg",
    description: "The story of Brand A1"
  },
  heroImage: { url: "https://images.example.com/venues/venue-v1/facade.jpg", alt: "The facade" },
  gallery: [{ url: "https://images.example.com/venues/venue-v1/room.jpg", alt: "A room", type: "image" }],
  amenities: ["wifi", "breakfast"],
  policies: { checkIn: "15:00", checkOut: "11:00" },
  contactInfo: { phone: "+1 555 0100", email: "venue-v1@example.com" },
  keyFeatures: [{ title: "Terrace", description: "Open until midnight", icon: "terrace" }]
}

/** The parts of the public API's document that the endpoint declarations do not provide. */
export const publicDocument: DocumentFacts = {
  basePath: "/v1",
  description: [
    "Open to anyone: no credential is needed, and any that is sent is ignored. Unknown query parameters are ignored.",
    "Responses may gain fields, and properties omit fields without a value. A property may be cached for 60 seconds",
    "and revalidated with its ETag; 304 means it is unchanged. Rate limits are per address; IPv6 addresses count by",
    "/64."
  ].join(" "),
  security: {},
  unknownFields: "ignored",
  requests: {
    getPublicProperty: { parameters: { propertyId: property.documentId } },
    getPublicPropertyBySlug: { parameters: { slug: property.slug } },
    resolveLegacyReservation: { parameters: { documentId: "ob13u7apb4o2vtqog46h26uq" } }
  },
  examples: {
    getPublicProperty: property,
    getPublicPropertyBySlug: property,
    resolveLegacyReservation: { externalReservationId: "019b76da-a800-7000-8000-000000010001" }
  }
}
