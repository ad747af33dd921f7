import { storableTime } from "../../../domain/shared/inYears.ts"
import { InstantText } from "../../../domain/shared/InstantText.ts"

/** A timestamp in a body: RFC 3339, which requires seconds and an offset (GEN-005), in the years that are stored. */
export const BodyInstant = InstantText(
  /^(\d{4}-\d{2}-\d{2})[Tt]((?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d+)?)([Zz]|[+-]\d{2}:\d{2})$/u,
  "an RFC 3339 timestamp, with seconds and an offset"
).check(storableTime)
