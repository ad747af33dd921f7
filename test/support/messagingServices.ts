import { Effect, Layer, Redacted, Tuple } from "effect"
import { SecureRandom } from "effect/crypto"
import { IntegrationId } from "../../src/domain/access/ApiKey.ts"
import { Authority } from "../../src/domain/access/Authority.ts"
import { HubCaller, type HubCallerShape } from "../../src/domain/access/HubCaller.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import * as AtomicLayer from "../../src/layers/AtomicLayer.ts"
import * as CursorsLayer from "../../src/layers/CursorsLayer.ts"
import * as DigestsLayer from "../../src/layers/DigestsLayer.ts"
import * as Memory from "../../src/layers/Memory.ts"
import * as ActionsLayer from "../../src/layers/repositories/ActionsLayer.ts"
import * as HubIdempotencyLayer from "../../src/layers/repositories/HubIdempotencyLayer.ts"
import * as MessagesLayer from "../../src/layers/repositories/MessagesLayer.ts"
import * as MessagingEventsLayer from "../../src/layers/repositories/MessagingEventsLayer.ts"
import * as MessagingGrantsLayer from "../../src/layers/repositories/MessagingGrantsLayer.ts"
import { memoryOf, sqlOf } from "../../src/layers/Twin.ts"

const common = Layer.mergeAll(CursorsLayer.layer, SecureRandom.layerWebCrypto).pipe(
  Layer.provideMerge(DigestsLayer.layer(Redacted.make("a secret for tests")))
)

const repositories = [
  ActionsLayer,
  HubIdempotencyLayer,
  MessagesLayer,
  MessagingEventsLayer,
  MessagingGrantsLayer
] as const

/** What the messaging operations ask for, over a database. */
export const layerSql = Layer.mergeAll(AtomicLayer.layerSql, ...Tuple.map(repositories, sqlOf)).pipe(
  Layer.provideMerge(common)
)

/** The same over in-memory tables that a test can change. */
export const layer = (dataset: Dataset) =>
  Layer.mergeAll(AtomicLayer.layerMemory, ...Tuple.map(repositories, memoryOf)).pipe(
    Layer.provideMerge(common),
    Layer.provideMerge(Layer.effectDiscard(Memory.Memory.use((memory) => memory.load(dataset)))),
    Layer.provideMerge(Memory.layer)
  )

const everything = [
  "threads:read",
  "actions:read",
  "events:read",
  "actions:claim",
  "actions:complete",
  "actions:cancel"
]

/** Every permission of messaging. */
export const messagingPermissions = everything.map((name) => `hub:api:${name}`)

/** Runs an operation for integration 1 of organization 1, with every permission, unless told otherwise. */
export const asCaller =
  (
    change: {
      readonly permissions?: ReadonlyArray<string>
      readonly integration?: Partial<HubCallerShape["integration"]>
    } = {}
  ) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) => {
    const permissions = new Set(change.permissions ?? messagingPermissions)
    return effect.pipe(
      Effect.provideService(Authority, { permissions }),
      Effect.provideService(HubCaller, {
        keyId: 1,
        organization: { id: OrganizationId.make(1), xid: "org-1" },
        integration: { id: IntegrationId.make(1), xid: "integration-1", origin: "settings", ...change.integration },
        permissions
      })
    )
  }
