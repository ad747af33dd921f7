import { demoIds } from "../../../src/demo/demoIds.ts"
import type { Sample } from "../http/Sample.ts"

/** A successful request to each endpoint of the public surface. */
export const publicSamples: Readonly<Record<string, Sample>> = {
  getPublicProperty: { path: `/v1/public/properties/${demoIds.properties.V1}` },
  getPublicPropertyBySlug: { path: "/v1/public/properties/by-slug/venue-v1" },
  resolveLegacyReservation: {
    path: `/v1/public/reservations/legacy/${demoIds.legacyReservations.L1}/resolve`,
    missing: `/v1/public/reservations/legacy/${"z".repeat(24)}/resolve`
  }
}
