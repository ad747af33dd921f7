const item = {
  id: 101,
  documentId: "h1hgmmr7m4nm2qjzb5j0hbd4",
  name: "Venue V1",
  type: "hotel",
  brandName: "Brand A1",
  nightlyCost: 8000,
  maxGuests: 2,
  baseRoomCategory: "Double room",
  guestRating: 4,
  address: { city: "Lisbon", state: "Lisboa", country: "Portugal", latitude: 38.7223, longitude: -9.1393 },
  heroImage: { url: "https://images.example.com/venues/venue-v1/facade.jpg", alt: "facade of Venue V1" },
  amenities: ["wifi", "breakfast"],
  tags: ["city", "family"]
}

const bounds = { north: 38.8, south: 38.6, east: -9, west: -9.3 }

/** Example responses of the property search, by operation id. */
export const propertySearchExamples = {
  searchProperties: {
    items: [item],
    total: 1,
    limit: 20,
    offset: 0,
    markers: [{ id: 101, latitude: 38.7223, longitude: -9.1393, nightlyCost: 8000 }],
    searchViewport: { bounds: { north: 38.7223, south: 38.7223, east: -9.1393, west: -9.1393 } }
  },
  hydrateProperties: { items: [item] },
  mapProperties: {
    properties: [
      {
        id: 101,
        latitude: 38.7223,
        longitude: -9.1393,
        nightlyCost: 8000,
        name: "Venue V1",
        guestRating: 4,
        heroImage: item.heroImage,
        available: true
      }
    ],
    clusters: [
      {
        id: "11-20041-3",
        latitude: 38.7129,
        longitude: -9.1377,
        propertyCount: 3,
        averageCost: 9200,
        costRange: { min: 7600, max: 11_400 },
        bounds: { north: 38.7161, south: 38.7087, east: -9.1312, west: -9.1424 }
      }
    ],
    total: 4,
    viewport: { bounds, zoom: 11 }
  },
  suggestPlaces: {
    suggestions: [
      {
        id: "demo:city:lisbon",
        type: "city",
        name: "Lisbon",
        subtitle: "Portugal",
        coordinates: { latitude: 38.7223, longitude: -9.1393 },
        radius: 15,
        propertyCount: 41,
        countryCode: "PT"
      },
      {
        id: "demo:airport:lis",
        type: "airport",
        name: "Humberto Delgado Airport",
        subtitle: "Lisbon, Portugal",
        coordinates: { latitude: 38.7742, longitude: -9.1342 },
        radius: 30,
        propertyCount: 42,
        countryCode: "PT",
        airportCode: "LIS"
      }
    ]
  },
  listPropertyFilters: {
    amenities: [{ id: "wifi", name: "Wifi", count: 3208 }],
    propertyTypes: [{ id: "hotel", name: "Hotel", count: 1602 }],
    brands: [{ id: "2dxeo5lqu2h4c5nmf0azzfbt", name: "Brand F1", count: 1067 }],
    tags: [{ id: "city", name: "City", count: 1608 }],
    priceRange: { min: 4000, max: 39_950 },
    maxGuests: 8
  }
}
