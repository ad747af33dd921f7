import { DateTime } from "effect"

/** Whether an end is reached at `now`; null stands for no end. */
export const hasPassed = (end: DateTime.Utc | null, now: DateTime.Utc): boolean =>
  end !== null && DateTime.isLessThanOrEqualTo(end, now)
