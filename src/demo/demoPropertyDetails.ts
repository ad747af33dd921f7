import type { Dataset } from "../domain/dataset/Dataset.ts"
import type { PropertyDetails } from "../domain/properties/Property.ts"
import { type VenueName, venues } from "./venues.ts"

const details = (name: VenueName, cuisine: string): PropertyDetails => ({
  propertyId: venues[name].id,
  suggestedPlaces: [
    {
      name: `Museum near Venue ${name}`,
      category: "museum",
      distance: 1.2,
      rating: 4.5,
      description: "Opens at ten, closed on Mondays"
    },
    { name: `Park near Venue ${name}` }
  ],
  keyFeatures: [{ title: "Terrace", description: "Open until midnight", icon: "terrace" }, { title: "Quiet rooms" }],
  restaurants: [
    {
      name: `Restaurant of Venue ${name}`,
      cuisine,
      description: "Breakfast and dinner",
      hours: { "monday-friday": "07:00-22:00", "saturday-sunday": "08:00-23:00" },
      reservationsRequired: true
    },
    { name: `Bar of Venue ${name}` }
  ]
})

/** Nearby places, key features and restaurants of V1, V2 and W1; other venues have none (PUB-009). */
export const demoPropertyDetails = (): Pick<Dataset, "propertyDetails"> => ({
  propertyDetails: [details("V1", "Portuguese"), details("V2", "American"), details("W1", "Peranakan")]
})
