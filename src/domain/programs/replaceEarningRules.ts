import { DateTime, Effect } from "effect"
import { audit } from "../audit/audit.ts"
import { FieldInvalid } from "../shared/FieldInvalid.ts"
import { type NewEarningRules, toEarningRulesView, toEarningRules } from "./EarningRulesView.ts"
import { lockWholeProgram } from "./lockProgram.ts"
import { Programs } from "./Programs.ts"

/**
 * Appends a version of the rules for stays that check in on or after `effectiveFrom`, today (UTC) at the earliest. A
 * stay uses the newest version in force on its check-in date, and keeps its figures once finalised (MEM-047, DOMAIN 4).
 */
export const replaceEarningRules = Effect.fnUntraced(function* (programId: string, body: NewEarningRules) {
  const createdAt = yield* DateTime.now
  const { effectiveFrom } = body
  if (effectiveFrom < DateTime.formatIsoDateUtc(createdAt)) {
    return yield* FieldInvalid.of("effectiveFrom", "must not be in the past")
  }
  const { id, organizationId, xid } = yield* lockWholeProgram(programId)
  const rules = toEarningRules(body.rules)
  const stored = yield* Programs.use(({ insertRules }) =>
    insertRules({ organizationId, programId: id, rules, effectiveFrom, createdAt })
  )
  const after = toEarningRulesView(stored)
  yield* audit({
    organizationId,
    action: "program.earning_rules_replaced",
    subject: `program:${xid}`,
    before: null,
    after
  })
  return after
})
