const favorite = {
  id: 101,
  documentId: "t5jsyq1qwiudc8e7cj2uvs7t",
  name: "Venue V1",
  type: "hotel",
  brandName: "Brand A1",
  nightlyCost: 12000,
  maxGuests: 4,
  baseRoomCategory: "standard",
  guestRating: 4.5,
  address: {
    city: "Lisbon",
    state: "Lisboa",
    country: "Portugal",
    latitude: 38.7223,
    longitude: -9.1393
  },
  heroImage: { url: "https://images.example.com/venues/venue-v1/facade.jpg", alt: "The facade" },
  amenities: ["wifi", "breakfast"],
  tags: ["city"],
  favoritedAt: "2026-03-01T05:06:07.000Z"
}

/** Example responses of the favorite endpoints, by operation id. */
export const favoriteExamples = {
  listFavorites: { items: [favorite], total: 1, limit: 20, offset: 0 },
  addFavorite: favorite,
  getFavoriteStatus: { isFavorited: true }
}
