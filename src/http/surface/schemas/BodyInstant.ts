import { inYears } from "../../../domain/shared/inYears.ts"
import { InstantText } from "./InstantText.ts"

/** A timestamp in a body: RFC 3339 with seconds and an offset (GEN-005), limited to years that every store can hold. */
export const BodyInstant = InstantText(
  /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d{1,9})?)(Z|[+-]\d{2}:\d{2})$/u,
  "an RFC 3339 timestamp, with seconds and an offset"
).check(inYears(2000, 2999))
