import { Context } from "effect"

/**
 * Whether a defect means that other transactions hold what this one needed, rather than that the database is
 * unavailable. Provided by the layer that talks to the database; by default nothing is contended.
 */
export const Contention = Context.Reference<(defect: unknown) => boolean>("hub/domain/shared/Contention", {
  defaultValue: () => () => false
})
