import { Data, DateTime, Effect } from "effect"
import { scheduleArrivalRebuild } from "../arrivals/scheduleArrivalRebuild.ts"
import { audit } from "../audit/audit.ts"
import { RowStore } from "../dataset/RowStore.ts"
import { changesOf } from "../imports/changesOf.ts"
import { retryOnceTaken } from "../imports/retryOnceTaken.ts"
import { upsert } from "../imports/upsert.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { Program } from "../programs/Program.ts"
import { atomically } from "../shared/atomically.ts"
import { importBenefits, importGroups } from "./importBenefits.ts"
import { importEarningRules } from "./importEarningRules.ts"
import { importEntitlements } from "./importEntitlements.ts"
import { advanceVersion, importProgram } from "./importProgram.ts"
import { importPools } from "./importPools.ts"
import { importTiers } from "./importTiers.ts"
import type { ProgramFile } from "./ProgramFile.ts"
import type { ProgramImport } from "./ProgramImport.ts"
import { type ProgramImportReport, type ProgramImportRow, refusedIn } from "./ProgramImportReport.ts"

/** Rolls back an import that is not to be kept, and carries its report. */
class NotKept extends Data.TaggedError("NotKept")<{ readonly report: ProgramImportReport }> {}

/**
 * Locks what the file may change before it is read, in the order of the Partner API: groups and entitlements before
 * benefits.
 */
const lockBenefits = Effect.fnUntraced(function* (
  { organizationId, store }: ProgramImport,
  { id: programId }: Program
) {
  yield* store.of("benefitGroups").lock({ organizationId }, ["id"])
  yield* store.of("entitlements").lock({ organizationId, programId }, ["id"])
  yield* store.of("benefits").lock({ organizationId }, ["id"])
})

/**
 * Brings a program to the state described in the file, in one transaction. Tiers, benefits, overrides, groups,
 * entitlements and pools are created or changed, never removed, and earning rules are only appended. The venues of the
 * program and of its benefits and the benefits of its groups become those of the file; a venue that stays keeps its
 * join time. Rolls back if a row is refused, or on a trial. Importing again changes nothing. Fails if an id in the file
 * belongs to another organization.
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
      upsert: upsert(results),
      venueIds: new Map(venues.map(({ documentId, id }) => [documentId, id])),
      documentIds: new Map(venues.map(({ documentId, id }) => [id, documentId]))
    }
    const imported = yield* importProgram(step, file)
    const { program } = imported
    const tiers = yield* importTiers(step, program, file.tiers)
    yield* importEarningRules(step, imported, file.earningRules, DateTime.formatIsoDateUtc(now))
    yield* lockBenefits(step, program)
    const benefits = yield* importBenefits(step, file.benefits)
    yield* importGroups(step, benefits, file.groups)
    yield* importEntitlements(step, program, { tiers, benefits }, file.entitlements)
    yield* importPools(step, file.pools)
    yield* advanceVersion(step, imported)
    const report: ProgramImportReport = { programId: program.xid, results }
    if (isTrial || refusedIn(report).length > 0) return yield* new NotKept({ report })
    const changes = changesOf(results)
    if (changes !== undefined) {
      yield* scheduleArrivalRebuild(organizationId, null)
      yield* audit({
        organizationId,
        action: "program.imported",
        subject: `program:${program.xid}`,
        before: null,
        after: changes
      })
    }
    return report
  }).pipe(
    atomically,
    Effect.catchTag("NotKept", ({ report }) => Effect.succeed(report)),
    retryOnceTaken
  )
