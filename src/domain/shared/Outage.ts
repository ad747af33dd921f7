import { Context } from "effect"

/**
 * Whether a defect means that a dependency is unavailable, rather than that the service is broken. Provided by the
 * layer that talks to the database; by default nothing is an outage.
 */
export const Outage = Context.Reference<(defect: unknown) => boolean>("hub/domain/shared/Outage", {
  defaultValue: () => () => false
})
