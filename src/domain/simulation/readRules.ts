import { Effect, Schema } from "effect"
import { decodeFile } from "../imports/decodeFile.ts"
import { NewRules, toEarningRules } from "../programs/EarningRulesView.ts"
import { CalendarDate } from "../shared/Scalars.ts"

/** Rules in the format of PUT earning-rules; `effectiveFrom` is accepted but ignored. */
const RulesFile = Schema.Struct({ rules: NewRules, effectiveFrom: Schema.optionalKey(CalendarDate) })

const read = decodeFile(RulesFile, () => [])

/**
 * Parses the rules of a file: an object with `rules`, or just the list. Fails with all problems, each with its path.
 */
export const readRules = (content: unknown) =>
  Effect.map(read(Array.isArray(content) ? { rules: content } : content), ({ rules }) => toEarningRules(rules))
