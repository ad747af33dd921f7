import { Context, Effect, Layer, TxHashMap } from "effect"
import { type Dataset, type TableName, tables } from "../domain/dataset/Dataset.ts"
import type { HubIdempotencyRecord } from "../domain/idempotency/HubIdempotency.ts"
import type { OutboxEntry } from "../domain/outbox/Outbox.ts"
import type { PartnerIdempotencyRecord } from "../domain/idempotency/PartnerIdempotency.ts"
import type { ActionTransition } from "../domain/actions/ActionTransition.ts"

type Row<Name extends TableName> = Dataset[Name][number]

/** Tables that only operations write: no dataset carries them. */
interface Journals {
  readonly actionTransitions: TxHashMap.TxHashMap<string, ActionTransition>
  readonly hubIdempotency: TxHashMap.TxHashMap<string, HubIdempotencyRecord>
  readonly outbox: TxHashMap.TxHashMap<string, OutboxEntry>
  readonly partnerIdempotency: TxHashMap.TxHashMap<string, PartnerIdempotencyRecord>
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
  enrolments: (row) => `${row.programId} ${row.memberId}`,
  guests: (row) => String(row.id),
  conversations: (row) => String(row.id),
  actions: (row) => String(row.id),
  messages: (row) => String(row.id),
  messagingEvents: (row) => `${row.workspaceId} ${row.sequence}`,
  reservations: (row) => String(row.id),
  legacyReservations: (row) => row.documentId,
  arrivalTasks: (row) => String(row.id)
}

const emptyTables = Effect.all({
  organizations: TxHashMap.empty<string, Row<"organizations">>(),
  organizationIdentities: TxHashMap.empty<string, Row<"organizationIdentities">>(),
  brands: TxHashMap.empty<string, Row<"brands">>(),
  properties: TxHashMap.empty<string, Row<"properties">>(),
  propertyDetails: TxHashMap.empty<string, Row<"propertyDetails">>(),
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
  enrolments: TxHashMap.empty<string, Row<"enrolments">>(),
  guests: TxHashMap.empty<string, Row<"guests">>(),
  conversations: TxHashMap.empty<string, Row<"conversations">>(),
  actions: TxHashMap.empty<string, Row<"actions">>(),
  messages: TxHashMap.empty<string, Row<"messages">>(),
  messagingEvents: TxHashMap.empty<string, Row<"messagingEvents">>(),
  reservations: TxHashMap.empty<string, Row<"reservations">>(),
  legacyReservations: TxHashMap.empty<string, Row<"legacyReservations">>(),
  arrivalTasks: TxHashMap.empty<string, Row<"arrivalTasks">>()
})

const emptyJournals = Effect.all({
  actionTransitions: TxHashMap.empty<string, ActionTransition>(),
  hubIdempotency: TxHashMap.empty<string, HubIdempotencyRecord>(),
  outbox: TxHashMap.empty<string, OutboxEntry>(),
  partnerIdempotency: TxHashMap.empty<string, PartnerIdempotencyRecord>()
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
      load: Effect.fn("Memory.load")(function* (dataset) {
        for (const name of names) yield* fill(all, dataset, name)
        yield* TxHashMap.clear(journals.actionTransitions)
        yield* TxHashMap.clear(journals.hubIdempotency)
        yield* TxHashMap.clear(journals.outbox)
        yield* TxHashMap.clear(journals.partnerIdempotency)
      }, Effect.tx)
    })
  })
)
