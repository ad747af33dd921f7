import { Context } from "effect"

/**
 * Tells whether a defect means that something the service depends on is away (and not that the service is broken).
 * The layer that talks to the database knows; without it nothing is an outage.
 */
export const Outage = Context.Reference<(defect: unknown) => boolean>("hub/domain/shared/Outage", {
  defaultValue: () => () => false
})
