import { Effect, Record } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { Progress } from "../domain/shared/Progress.ts"
import { foundation } from "./migrations/0001_foundation.ts"
import { arrivals } from "./migrations/0002_arrivals.ts"
import { loyalty } from "./migrations/0003_loyalty.ts"
import { fulfillments } from "./migrations/0004_fulfillments.ts"
import { perks } from "./migrations/0005_perks.ts"
import { collections } from "./migrations/0006_collections.ts"
import { propertySearch } from "./migrations/0007_property_search.ts"
import { cluster } from "./migrations/0008_cluster.ts"
import { wallets } from "./migrations/0009_wallets.ts"
import { reservations } from "./migrations/0010_reservations.ts"
import { lockedWallets } from "./migrations/0011_locked_wallets.ts"
import { idempotencyKeys } from "./migrations/0012_idempotency_keys.ts"
import { brandPositions } from "./migrations/0013_brand_positions.ts"
import { legacyIds } from "./migrations/0014_legacy_ids.ts"
import { desk } from "./migrations/0015_desk.ts"
import { partnerMembers } from "./migrations/0016_partner_members.ts"
import { reservationLists } from "./migrations/0017_reservation_lists.ts"
import { guestIntelligence } from "./migrations/0018_guest_intelligence.ts"
import { inviteDelivery } from "./migrations/0019_invite_delivery.ts"
import { teammates } from "./migrations/0020_teammates.ts"
import { missingArrivals } from "./migrations/0021_missing_arrivals.ts"
import { programs } from "./migrations/0022_programs.ts"
import { benefits } from "./migrations/0023_benefits.ts"
import { codePools } from "./migrations/0024_code_pools.ts"
import { audit } from "./migrations/0026_audit.ts"
import { pages } from "./migrations/0027_pages.ts"
import { pageImages } from "./migrations/0028_page_images.ts"
import { servedPages } from "./migrations/0029_served_pages.ts"
import { operators } from "./migrations/0030_operators.ts"
import { assistant } from "./migrations/0031_assistant.ts"
import { providers } from "./migrations/0032_providers.ts"
import { privateAi } from "./migrations/0033_private_ai.ts"
import { collaboration } from "./migrations/0034_collaboration.ts"
import { actionCounts } from "./migrations/0035_action_counts.ts"
import { listIndexes } from "./migrations/0036_list_indexes.ts"
import { outboxSettled } from "./migrations/0037_outbox_settled.ts"
import { blobFiles } from "./migrations/0038_blob_files.ts"
import { keyLost } from "./migrations/0039_key_lost.ts"
import { enrolmentsInOrder } from "./migrations/0040_enrolments_in_order.ts"
import { outboxRecorded } from "./migrations/0041_outbox_recorded.ts"
import { insightCounts } from "./migrations/0042_insight_counts.ts"
import { keyChanges } from "./migrations/0043_key_changes.ts"
import { mergedMembers } from "./migrations/0044_merged_members.ts"
import { hiddenOffers } from "./migrations/0045_hidden_offers.ts"
import { pendingRebuilds } from "./migrations/0046_pending_rebuilds.ts"
import { largeBalances } from "./migrations/0047_large_balances.ts"
import { listCounts } from "./migrations/0048_list_counts.ts"
import { awardingPrograms } from "./migrations/0049_awarding_programs.ts"
import { givenUpStays } from "./migrations/0050_given_up_stays.ts"
import { keySuccessors } from "./migrations/0051_key_successors.ts"
import { pageThemeKits } from "./migrations/0052_page_theme_kits.ts"
import { countsSummedOnce } from "./migrations/0053_counts_summed_once.ts"
import { confirmationCodes } from "./migrations/0054_confirmation_codes.ts"
import { dueArrivals } from "./migrations/0055_due_arrivals.ts"
import { enrolmentsByTier } from "./migrations/0056_enrolments_by_tier.ts"
import { schemaState } from "./schemaState.ts"

/** The statements of every migration, in order. Append-only: a migration that has run anywhere never changes. */
const steps = {
  "0001_foundation": foundation,
  "0002_arrivals": arrivals,
  "0003_loyalty": loyalty,
  "0004_fulfillments": fulfillments,
  "0005_perks": perks,
  "0006_collections": collections,
  "0007_property_search": propertySearch,
  "0008_cluster": cluster,
  "0009_wallets": wallets,
  "0010_reservations": reservations,
  "0011_locked_wallets": lockedWallets,
  "0012_idempotency_keys": idempotencyKeys,
  "0013_brand_positions": brandPositions,
  "0014_legacy_ids": legacyIds,
  "0015_desk": desk,
  "0016_partner_members": partnerMembers,
  "0017_reservation_lists": reservationLists,
  "0018_guest_intelligence": guestIntelligence,
  "0019_invite_delivery": inviteDelivery,
  "0020_teammates": teammates,
  "0021_missing_arrivals": missingArrivals,
  "0022_programs": programs,
  "0023_benefits": benefits,
  "0024_code_pools": codePools,
  "0026_audit": audit,
  "0027_pages": pages,
  "0028_page_images": pageImages,
  "0029_served_pages": servedPages,
  "0030_operators": operators,
  "0031_assistant": assistant,
  "0032_providers": providers,
  "0033_private_ai": privateAi,
  "0034_collaboration": collaboration,
  "0035_action_counts": actionCounts,
  "0036_list_indexes": listIndexes,
  "0037_outbox_settled": outboxSettled,
  "0038_blob_files": blobFiles,
  "0039_key_lost": keyLost,
  "0040_enrolments_in_order": enrolmentsInOrder,
  "0041_outbox_recorded": outboxRecorded,
  "0042_insight_counts": insightCounts,
  "0043_key_changes": keyChanges,
  "0044_merged_members": mergedMembers,
  "0045_hidden_offers": hiddenOffers,
  "0046_pending_rebuilds": pendingRebuilds,
  "0047_large_balances": largeBalances,
  "0048_list_counts": listCounts,
  "0049_awarding_programs": awardingPrograms,
  "0050_given_up_stays": givenUpStays,
  "0051_key_successors": keySuccessors,
  "0052_page_theme_kits": pageThemeKits,
  "0053_counts_summed_once": countsSummedOnce,
  "0054_confirmation_codes": confirmationCodes,
  "0055_due_arrivals": dueArrivals,
  "0056_enrolments_by_tier": enrolmentsByTier
}

/** Tells one schema from another: a digest of every statement that makes it. */
export const schemaDigest = createHash("sha256").update(JSON.stringify(steps)).digest("hex").slice(0, 12)

const statements = (all: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (const statement of all) yield* sql.unsafe(statement)
  })

/** Every migration, in order. */
export const migrations = Migrator.fromRecord(Record.map(steps, statements))

/** The migrations, each reporting progress once it has run. */
const reporting = Effect.map(migrations, (all) =>
  all.map(
    ([id, name, load], index): Migrator.ResolvedMigration => [
      id,
      name,
      Effect.map(load, (run) =>
        Effect.andThen(
          run,
          Effect.flatMap(Progress, (progress) =>
            progress("Migrating the database", { done: index + 1, all: all.length, unit: "migrations" })
          )
        )
      )
    ]
  )
)

/** The advisory lock of the migrating process; any number that nothing else in the database uses. */
const migrationLock = 1_752_523_776

/**
 * Migrates the database to the newest schema and returns the migrations that ran. Fails without leaving anything behind
 * if the schema belongs to a newer release or another program. Safe to run concurrently.
 */
export const migrate = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // The migrator creates its table outside its own transaction; inside this one a failed check leaves nothing behind.
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      // Request timeouts do not apply: a large table takes longer, and so does waiting for another process that
      // migrates.
      yield* sql`SET LOCAL statement_timeout = 0`
      yield* sql`SET LOCAL lock_timeout = 0`
      yield* sql`SELECT pg_advisory_xact_lock(${migrationLock})`
      yield* schemaState(yield* migrations)
      return yield* Migrator.make({})({ loader: reporting })
    })
  )
})
