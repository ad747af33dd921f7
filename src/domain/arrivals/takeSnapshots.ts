import { type DateTime, Effect } from "effect"
import { ArrivalSnapshots, type ArrivalStay } from "./ArrivalSnapshots.ts"
import { benefitsDue } from "./benefitsDue.ts"

/** Rebuilds the snapshots of locked tasks from the benefits due at `now`. */
export const takeSnapshots = Effect.fnUntraced(function* (stays: ReadonlyArray<ArrivalStay>, now: DateTime.Utc) {
  const snapshots = yield* ArrivalSnapshots
  yield* snapshots.update({ now, snapshots: yield* benefitsDue(stays, now) })
})
