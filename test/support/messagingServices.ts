import { Effect, Layer, Redacted, Schema, Tuple } from "effect"
import { SecureRandom } from "effect/crypto"
import { IntegrationId } from "../../src/domain/access/ApiKey.ts"
import { Authority } from "../../src/domain/access/Authority.ts"
import { HubCaller, type HubCallerShape } from "../../src/domain/access/HubCaller.ts"
import type { ActionCommand } from "../../src/domain/actions/ActionCommand.ts"
import { ActionResult } from "../../src/domain/actions/ActionResult.ts"
import { commandFingerprint, transitionAction } from "../../src/domain/actions/transitionAction.ts"
import { transitions } from "../../src/domain/actions/transitions.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import type { IdempotencyConflict, IdempotencyInProgress } from "../../src/domain/idempotency/HubIdempotencyErrors.ts"
import type { IdempotencyPolicy } from "../../src/domain/idempotency/IdempotencyPolicy.ts"
import { once } from "../../src/domain/idempotency/once.ts"
import { requireGrant } from "../../src/domain/messaging/requireGrant.ts"
import { Digests } from "../../src/domain/shared/Digests.ts"
import { hubWrites } from "../../src/http/hub/hubWrites.ts"
import * as AtomicLayer from "../../src/layers/AtomicLayer.ts"
import * as CursorsLayer from "../../src/layers/CursorsLayer.ts"
import * as DigestsLayer from "../../src/layers/DigestsLayer.ts"
import * as KeyReleasesLayer from "../../src/layers/KeyReleasesLayer.ts"
import * as Memory from "../../src/layers/memory/Memory.ts"
import * as ActionsLayer from "../../src/layers/repositories/ActionsLayer.ts"
import * as AuditLogLayer from "../../src/layers/repositories/AuditLogLayer.ts"
import * as IdempotencyKeysLayer from "../../src/layers/repositories/IdempotencyKeysLayer.ts"
import * as MessagesLayer from "../../src/layers/repositories/MessagesLayer.ts"
import * as MessagingEventsLayer from "../../src/layers/repositories/MessagingEventsLayer.ts"
import * as MessagingGrantsLayer from "../../src/layers/repositories/MessagingGrantsLayer.ts"
import * as OwnerCandidatesLayer from "../../src/layers/repositories/OwnerCandidatesLayer.ts"
import { memoryOf, sqlOf } from "../../src/layers/Twin.ts"
import * as VaultLayer from "../../src/layers/VaultLayer.ts"

const secret = Redacted.make("a secret for tests")

const common = Layer.mergeAll(CursorsLayer.layer, SecureRandom.layerWebCrypto, VaultLayer.layer(secret)).pipe(
  Layer.provideMerge(DigestsLayer.layer(secret))
)

const repositories = [
  ActionsLayer,
  AuditLogLayer,
  IdempotencyKeysLayer,
  MessagesLayer,
  MessagingEventsLayer,
  MessagingGrantsLayer,
  OwnerCandidatesLayer
] as const

/** The services of the messaging operations, over a database. */
export const layerSql = KeyReleasesLayer.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(AtomicLayer.layerSql, ...Tuple.map(repositories, sqlOf))),
  Layer.provideMerge(common)
)

/** The same over in-memory tables, which a test can change. */
export const layer = (dataset: Dataset) =>
  KeyReleasesLayer.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(AtomicLayer.layerMemory, ...Tuple.map(repositories, memoryOf))),
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

/** Runs an operation as integration 1 of organization 1, with every permission by default. */
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

type Refusal = Effect.Error<ReturnType<typeof transitionAction>> | IdempotencyConflict | IdempotencyInProgress

const policy: IdempotencyPolicy<Refusal> = hubWrites.policy

const decodeResult = Schema.decodeEffect(Schema.fromJsonString(ActionResult))

/**
 * A transition in workspace 1, made like its endpoint does: once per key, in one transaction with the stored response.
 */
export const transition = (command: ActionCommand, idempotencyKey: string) =>
  Effect.gen(function* () {
    const { reader } = yield* requireGrant("ws-1", transitions[command.type].permission)
    const digests = yield* Digests
    const { mayRepeat, tenant } = yield* hubWrites.owner
    const request = { tenant, key: idempotencyKey, fingerprint: digests.sha256(commandFingerprint("ws-1", command)) }
    const { response } = yield* once(policy, request, {
      run: Effect.map(transitionAction(reader, { idempotencyKey, requestId: "request-1", command }), (result) => ({
        status: 200,
        headers: null,
        body: JSON.stringify(result)
      })),
      responseTo: () => Effect.succeed(undefined),
      mayRepeat
    })
    return yield* Effect.orDie(decodeResult(response.body ?? ""))
  }).pipe(asCaller())
