import type { DateTime } from "effect"
import { demoDataset } from "../../../src/demo/demoDataset.ts"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import type { Dataset } from "../../../src/domain/dataset/Dataset.ts"

/**
 * The demo data without its 3,200 generated properties, which only searches need and which take a database longer to
 * load than everything else.
 */
export const demoWithoutCities = (now: DateTime.Utc): Dataset => {
  const { properties, propertyAvailability, ...rest } = demoDataset(now)
  const kept = properties.filter(({ organizationId }) => organizationId !== organizationIds.F)
  const ids = new Set(kept.map(({ id }) => id))
  return {
    ...rest,
    properties: kept,
    propertyAvailability: propertyAvailability.filter(({ propertyId }) => ids.has(propertyId))
  }
}
