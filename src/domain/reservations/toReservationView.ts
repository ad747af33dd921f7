import type { ReservationView } from "./ReservationView.ts"
import type { ReservationWithFacts } from "./ReservationViews.ts"
import { pointsStatusOf } from "./toReservationSummary.ts"

/** A stay as the organization sees it. */
export const toReservationView = ({ facts, id: _, ...view }: ReservationWithFacts): ReservationView => ({
  ...view,
  pointsStatus: pointsStatusOf(facts)
})
