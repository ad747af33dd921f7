import { Data, DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { audit } from "../audit/audit.ts"
import { RowStore } from "../dataset/RowStore.ts"
import { atomically } from "../shared/atomically.ts"
import type { Bootstrap } from "./Bootstrap.ts"
import type { BootstrapKind, BootstrapReport } from "./BootstrapReport.ts"
import type { Import } from "./Import.ts"
import { importBrands, importVenues, requireHiddenVenues } from "./importBrands.ts"
import { releaseOwned } from "../actions/releaseOwned.ts"
import { importIntegrations, importWorkspaces, integrationKeeper } from "./importMessaging.ts"
import { importOrganization } from "./importOrganization.ts"
import { importOperators, operatorKeeper } from "./importOperators.ts"
import { importProgram } from "./importProgram.ts"
import { changesOf } from "../imports/changesOf.ts"
import { retryOnceTaken } from "../imports/retryOnceTaken.ts"
import { upsert, type ImportedRow } from "../imports/upsert.ts"

/**
 * Brings the rows of a file to the state it describes, in one transaction: missing rows are inserted, others updated
 * where they differ. Nothing is removed except team memberships of operators; Actions that an operator or an
 * integration may no longer own are released (DOMAIN 3.1, A11). Fails if a row belongs to another organization.
 */
export const importBootstrap = Effect.fn("importBootstrap")(
  function* (file: Bootstrap) {
    const random = yield* SecureRandom.SecureRandom
    const results: Array<ImportedRow<BootstrapKind>> = []
    const step: Import = {
      store: yield* RowStore,
      now: yield* DateTime.now,
      newId: random.uuidV7(),
      upsert: upsert(results)
    }
    const { id, xid } = yield* importOrganization(step, file.organization)
    const brandIds = yield* importBrands(step, id, file.brands ?? [])
    const venueIds = yield* importVenues(step, id, brandIds, file.venues ?? [])
    yield* requireHiddenVenues(step, id)
    const workspaces = yield* importWorkspaces(step, id, file.workspaces ?? [])
    const granted = yield* importIntegrations(step, id, workspaces, file.integrations ?? [])
    if (file.program !== undefined) yield* importProgram(step, id, file.program)
    const operators = yield* importOperators(step, id, venueIds, workspaces, file.operators ?? [])
    const changes = changesOf(results)
    if (changes !== undefined) {
      yield* audit({
        organizationId: id,
        action: "organization.bootstrapped",
        subject: `organization:${xid}`,
        before: null,
        after: changes
      })
    }
    // Last, because workspace counters come last in the lock order.
    const keepers = [
      ...(yield* Effect.forEach(granted, (integrationId) => integrationKeeper(step, integrationId))),
      ...(yield* Effect.forEach(operators, (operatorId) => operatorKeeper(step, id, operatorId)))
    ]
    yield* releaseOwned(id, keepers, "bootstrap")
    return { organization: xid, results } satisfies BootstrapReport
  },
  atomically,
  retryOnceTaken
)

class Planned extends Data.TaggedError("Planned")<{ readonly report: BootstrapReport }> {}

/** Dry run of `importBootstrap`: runs it and rolls back. */
export const planBootstrap = (file: Bootstrap) =>
  importBootstrap(file).pipe(
    Effect.flatMap((report) => Effect.fail(new Planned({ report }))),
    atomically,
    Effect.catchTag("Planned", ({ report }) => Effect.succeed(report))
  )
