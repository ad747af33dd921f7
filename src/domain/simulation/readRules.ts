import { Effect, Schema } from "effect"
import { decodeFile } from "../imports/decodeFile.ts"
import { NewRules, toEarningRules } from "../programs/EarningRulesView.ts"
import { CalendarDate } from "../shared/Scalars.ts"

/** Rules as PUT earning-rules takes them; the day from which on they hold may be there, and is not used. */
const RulesFile = Schema.Struct({ rules: NewRules, effectiveFrom: Schema.optionalKey(CalendarDate) })

const read = decodeFile(RulesFile, () => [])

/** The rules of a file: an object with `rules`, or their list alone. Fails with every problem, each with its path. */
export const readRules = (content: unknown) =>
  Effect.map(read(Array.isArray(content) ? { rules: content } : content), ({ rules }) => toEarningRules(rules))
