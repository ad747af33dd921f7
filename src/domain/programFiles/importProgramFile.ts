import { Data, DateTime, Effect, Option } from "effect"
import { audit } from "../audit/audit.ts"
import { RowStore } from "../dataset/RowStore.ts"
import { settle } from "../imports/settle.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { Program } from "../programs/Program.ts"
import { atomically } from "../shared/atomically.ts"
import { importBenefits, importGroups } from "./importBenefits.ts"
import { importEntitlements } from "./importEntitlements.ts"
import { importPools } from "./importPools.ts"
import { importEarningRules, importTiers } from "./importTiers.ts"
import type { ProgramFile } from "./ProgramFile.ts"
import { matcher, type ProgramImport, refuse } from "./ProgramImport.ts"
import { type ProgramImportReport, type ProgramImportRow, refusedIn } from "./ProgramImportReport.ts"

/** Ends the transaction of an import that is not to be kept, with what it would have done. */
class NotKept extends Data.TaggedError("NotKept")<{ readonly report: ProgramImportReport }> {}

/** What an import may make of a status: a program that was active never becomes a draft again (DOMAIN 8.3). */
const canBecome = (from: Program["status"], to: Program["status"]) =>
  from === to || to === "active" || (from === "active" && to === "archived")

const importOne = Effect.fnUntraced(function* (step: ProgramImport, file: ProgramFile["program"]) {
  const { organizationId, settle: settled, store } = step
  const rows = store.of("programs")
  const { programId: xid, ...wanted } = file
  const match = matcher(yield* rows.list({ organizationId }, { by: ["id"] }), [xid], ({ name }) => name)
  const found = match(xid, file.name)
  const from = Option.getOrUndefined(Option.map(found, ({ status }) => status))
  if (from !== undefined && !canBecome(from, file.status)) {
    yield* refuse(step, "program", file.name, `it is ${from}, and cannot become ${file.status}`)
  }
  const program: Program = yield* settled({
    kind: "program",
    table: "programs",
    path: "program",
    key: file.name,
    found,
    wanted,
    insert: rows.insertNumbered({ ...wanted, xid, organizationId }),
    update: Option.match(found, {
      onNone: () => Effect.succeed([]),
      onSome: ({ id }) => rows.update({ organizationId, id }, wanted)
    })
  })
  return { program, isNew: Option.isNone(found) }
})

/**
 * Brings a program to what the file says, in one transaction: rows are created or changed, never removed, and all stay as
 * they were if one is refused, or on a trial. A second import changes nothing. Fails where an id of the file belongs to
 * another organization.
 */
export const importProgramFile = (
  organizationId: OrganizationId,
  file: ProgramFile,
  { isTrial = false }: { readonly isTrial?: boolean } = {}
) =>
  Effect.gen(function* () {
    const store = yield* RowStore
    const results: Array<ProgramImportRow> = []
    const now = yield* DateTime.now
    const venues = yield* store.of("properties").list({ organizationId }, { by: ["id"] })
    const step: ProgramImport = {
      store,
      now,
      organizationId,
      results,
      settle: settle(results),
      venueIds: new Map(venues.map(({ documentId, id }) => [documentId, id]))
    }
    const { isNew, program } = yield* importOne(step, file.program)
    const tiers = yield* importTiers(step, program, file.tiers)
    yield* importEarningRules(step, { program, isNew }, file.earningRules, DateTime.formatIsoDateUtc(now))
    const benefits = yield* importBenefits(step, file.benefits)
    yield* importGroups(step, benefits, file.groups)
    yield* importEntitlements(step, program, { tiers, benefits }, file.entitlements)
    yield* importPools(step, file.pools)
    const report: ProgramImportReport = { programId: program.xid, results }
    if (isTrial || refusedIn(report).length > 0) return yield* new NotKept({ report })
    const count = (of: ProgramImportRow["outcome"]) => results.filter(({ outcome }) => outcome === of).length
    const [created, updated] = [count("created"), count("updated")]
    if (created + updated > 0) {
      yield* audit({
        organizationId,
        action: "program.imported",
        subject: `program:${program.xid}`,
        before: null,
        after: { created, updated }
      })
    }
    return report
  }).pipe(
    atomically,
    Effect.catchTag("NotKept", ({ report }) => Effect.succeed(report))
  )
