import { Effect, Record } from "effect"
import { hubKeys } from "../demo/demoHubKeys.ts"
import { organizationIds, organizationXid } from "../demo/demoOrganizations.ts"
import { partnerKeys } from "../demo/demoPartnerKeys.ts"
import { sha256 } from "../demo/seeded.ts"
import { Configuration } from "../layers/Configuration.ts"
import { databaseContents } from "../sql/databaseContents.ts"
import { Refused } from "./Refused.ts"

const demoMarks = () => ({
  organizationXids: Record.keys(organizationIds).map(organizationXid),
  secretHashes: [...Object.values(hubKeys), ...Object.values(partnerKeys)].map(sha256)
})

/**
 * Refuses a database of another environment before it is migrated: one with demo data, whose credentials are public,
 * outside development; or one with production keys unless HUB_ENV is set explicitly.
 */
export const refuseMisplaced = Effect.gen(function* () {
  const { environment, isEnvironmentSet } = yield* Configuration
  const { hasDemoRows, hasProductionKeys } = yield* databaseContents(demoMarks())
  if (environment !== "development" && hasDemoRows) {
    return yield* new Refused({
      message: [
        `The database holds demo data, whose credentials are public, and HUB_ENV is ${environment}.`,
        "Name another database in DATABASE_URL: `hub migrate` and `hub bootstrap` prepare an empty one."
      ].join("\n")
    })
  }
  if (environment !== "development" || !hasProductionKeys) return
  if (!isEnvironmentSet) {
    return yield* new Refused({
      message: [
        "The database holds production keys, and HUB_ENV is not set, so this process would serve development.",
        "Set HUB_ENV=production, or HUB_ENV=development if that is meant."
      ].join("\n")
    })
  }
  yield* Effect.logWarning("The database holds production keys, and this process serves development")
})
