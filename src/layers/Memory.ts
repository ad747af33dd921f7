import { Context, Effect, Layer, TxHashMap } from "effect"
import { type Dataset, type TableName, tables } from "../domain/dataset/Dataset.ts"
import type { VerificationAttempt } from "../domain/fulfillments/Fulfillments.ts"
import type { IdempotencyRecord } from "../domain/idempotency/IdempotencyKeys.ts"
import type { Transfer } from "../domain/members/MemberAccounts.ts"
import type { OutboxEntry } from "../domain/outbox/Outbox.ts"
import type { ActionTransition } from "../domain/actions/ActionTransition.ts"

type Row<Name extends TableName> = Dataset[Name][number]

/** Tables that only operations write: no dataset carries them. */
interface Journals {
  readonly actionTransitions: TxHashMap.TxHashMap<string, ActionTransition>
  readonly idempotencyKeys: TxHashMap.TxHashMap<string, IdempotencyRecord>
  readonly outbox: TxHashMap.TxHashMap<string, OutboxEntry>
  readonly transfers: TxHashMap.TxHashMap<string, Transfer>
  readonly verificationAttempts: TxHashMap.TxHashMap<string, VerificationAttempt>
}

export type MemoryTables = { readonly [Name in TableName]: TxHashMap.TxHashMap<string, Row<Name>> }

/**
 * The in-memory twin of the database: the same rows in transactional maps, so that `Atomic` rolls back as the
 * database would. A row's key is its primary key as text.
 */
export class Memory extends Context.Service<
  Memory,
  MemoryTables & Journals & { readonly load: (dataset: Dataset) => Effect.Effect<void> }
>()("hub/layers/Memory") {}

const keyOf: { readonly [Name in TableName]: (row: Row<Name>) => string } = {
  organizations: (row) => String(row.id),
  organizationIdentities: (row) => `${row.provider} ${row.providerOrgId}`,
  brands: (row) => String(row.id),
  properties: (row) => String(row.id),
  propertyDetails: (row) => String(row.propertyId),
  propertyAvailability: (row) => `${row.propertyId} ${row.date}`,
  places: (row) => String(row.id),
  integrations: (row) => String(row.id),
  apiKeys: (row) => String(row.id),
  workspaces: (row) => String(row.id),
  workspaceCounters: (row) => String(row.workspaceId),
  teams: (row) => String(row.id),
  messagingGrants: (row) => String(row.id),
  operators: (row) => String(row.id),
  members: (row) => String(row.id),
  programs: (row) => String(row.id),
  tiers: (row) => String(row.id),
  earningRules: (row) => `${row.programId} ${row.version}`,
  pointMultipliers: (row) => String(row.id),
  enrolments: (row) => `${row.programId} ${row.memberId}`,
  guests: (row) => String(row.id),
  conversations: (row) => String(row.id),
  actions: (row) => String(row.id),
  messages: (row) => String(row.id),
  messagingEvents: (row) => `${row.workspaceId} ${row.sequence}`,
  reservations: (row) => String(row.id),
  legacyReservations: (row) => row.documentId,
  offerCategories: (row) => String(row.id),
  offers: (row) => String(row.id),
  offerCodePools: (row) => String(row.id),
  fulfillments: (row) => row.id,
  offerCodes: (row) => String(row.id),
  redemptionRecords: (row) => row.id,
  wallets: (row) => String(row.memberId),
  walletEntries: (row) => row.id,
  walletLots: (row) => row.id,
  walletActivity: (row) => row.id,
  benefits: (row) => String(row.id),
  benefitVenues: (row) => `${row.benefitId} ${row.propertyId}`,
  benefitVenueOverrides: (row) => `${row.benefitId} ${row.propertyId}`,
  benefitGroups: (row) => String(row.id),
  benefitGroupItems: (row) => `${row.groupId} ${row.benefitId}`,
  entitlements: (row) => String(row.id),
  guestInvites: (row) => String(row.id),
  arrivalTasks: (row) => String(row.id),
  notifications: (row) => String(row.id),
  favorites: (row) => `${row.memberId} ${row.propertyId}`,
  auditLog: (row) => String(row.id)
}

const emptyTables = Effect.all({
  organizations: TxHashMap.empty<string, Row<"organizations">>(),
  organizationIdentities: TxHashMap.empty<string, Row<"organizationIdentities">>(),
  brands: TxHashMap.empty<string, Row<"brands">>(),
  properties: TxHashMap.empty<string, Row<"properties">>(),
  propertyDetails: TxHashMap.empty<string, Row<"propertyDetails">>(),
  propertyAvailability: TxHashMap.empty<string, Row<"propertyAvailability">>(),
  places: TxHashMap.empty<string, Row<"places">>(),
  integrations: TxHashMap.empty<string, Row<"integrations">>(),
  apiKeys: TxHashMap.empty<string, Row<"apiKeys">>(),
  workspaces: TxHashMap.empty<string, Row<"workspaces">>(),
  workspaceCounters: TxHashMap.empty<string, Row<"workspaceCounters">>(),
  teams: TxHashMap.empty<string, Row<"teams">>(),
  messagingGrants: TxHashMap.empty<string, Row<"messagingGrants">>(),
  operators: TxHashMap.empty<string, Row<"operators">>(),
  members: TxHashMap.empty<string, Row<"members">>(),
  programs: TxHashMap.empty<string, Row<"programs">>(),
  tiers: TxHashMap.empty<string, Row<"tiers">>(),
  earningRules: TxHashMap.empty<string, Row<"earningRules">>(),
  pointMultipliers: TxHashMap.empty<string, Row<"pointMultipliers">>(),
  enrolments: TxHashMap.empty<string, Row<"enrolments">>(),
  guests: TxHashMap.empty<string, Row<"guests">>(),
  conversations: TxHashMap.empty<string, Row<"conversations">>(),
  actions: TxHashMap.empty<string, Row<"actions">>(),
  messages: TxHashMap.empty<string, Row<"messages">>(),
  messagingEvents: TxHashMap.empty<string, Row<"messagingEvents">>(),
  reservations: TxHashMap.empty<string, Row<"reservations">>(),
  legacyReservations: TxHashMap.empty<string, Row<"legacyReservations">>(),
  offerCategories: TxHashMap.empty<string, Row<"offerCategories">>(),
  offers: TxHashMap.empty<string, Row<"offers">>(),
  offerCodePools: TxHashMap.empty<string, Row<"offerCodePools">>(),
  fulfillments: TxHashMap.empty<string, Row<"fulfillments">>(),
  offerCodes: TxHashMap.empty<string, Row<"offerCodes">>(),
  redemptionRecords: TxHashMap.empty<string, Row<"redemptionRecords">>(),
  wallets: TxHashMap.empty<string, Row<"wallets">>(),
  walletEntries: TxHashMap.empty<string, Row<"walletEntries">>(),
  walletLots: TxHashMap.empty<string, Row<"walletLots">>(),
  walletActivity: TxHashMap.empty<string, Row<"walletActivity">>(),
  benefits: TxHashMap.empty<string, Row<"benefits">>(),
  benefitVenues: TxHashMap.empty<string, Row<"benefitVenues">>(),
  benefitVenueOverrides: TxHashMap.empty<string, Row<"benefitVenueOverrides">>(),
  benefitGroups: TxHashMap.empty<string, Row<"benefitGroups">>(),
  benefitGroupItems: TxHashMap.empty<string, Row<"benefitGroupItems">>(),
  entitlements: TxHashMap.empty<string, Row<"entitlements">>(),
  guestInvites: TxHashMap.empty<string, Row<"guestInvites">>(),
  arrivalTasks: TxHashMap.empty<string, Row<"arrivalTasks">>(),
  notifications: TxHashMap.empty<string, Row<"notifications">>(),
  favorites: TxHashMap.empty<string, Row<"favorites">>(),
  auditLog: TxHashMap.empty<string, Row<"auditLog">>()
})

const emptyJournals = Effect.all({
  actionTransitions: TxHashMap.empty<string, ActionTransition>(),
  idempotencyKeys: TxHashMap.empty<string, IdempotencyRecord>(),
  outbox: TxHashMap.empty<string, OutboxEntry>(),
  transfers: TxHashMap.empty<string, Transfer>(),
  verificationAttempts: TxHashMap.empty<string, VerificationAttempt>()
})

const names = Object.keys(tables).filter((name): name is TableName => name in tables)

const fill = <Name extends TableName>(all: MemoryTables, dataset: Dataset, name: Name) => {
  const table: TxHashMap.TxHashMap<string, Row<Name>> = all[name]
  const rows: ReadonlyArray<Row<Name>> = dataset[name]
  return Effect.andThen(
    TxHashMap.clear(table),
    TxHashMap.setMany(
      table,
      rows.map((row): [string, Row<Name>] => [keyOf[name](row), row])
    )
  )
}

/** An empty in-memory database. */
export const layer = Layer.effect(
  Memory,
  Effect.gen(function* () {
    const all = yield* emptyTables
    const journals = yield* emptyJournals
    return Memory.of({
      ...all,
      ...journals,
      load: Effect.fnUntraced(function* (dataset) {
        for (const name of names) yield* fill(all, dataset, name)
        yield* TxHashMap.clear(journals.actionTransitions)
        yield* TxHashMap.clear(journals.idempotencyKeys)
        yield* TxHashMap.clear(journals.outbox)
        yield* TxHashMap.clear(journals.transfers)
        yield* TxHashMap.clear(journals.verificationAttempts)
      }, Effect.tx)
    })
  })
)
