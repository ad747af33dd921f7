import { Context, type DateTime, type Effect, type Option } from "effect"
import type { ApiKey, KeyUse } from "./ApiKey.ts"
import type { ApiKeyMissing } from "./ApiKeyErrors.ts"
import type { Credential } from "./Credentials.ts"

/** A key to insert: everything but its row id. */
export type NewApiKey = Omit<ApiKey, "id">

/** The stored keys of the hub and the Partner API. */
export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /** By the SHA-256 of the secret as 64 lower-case hex digits. */
    readonly findByHash: (secretHash: string) => Effect.Effect<Option.Option<Credential>>
    /** By external id. */
    readonly get: (xid: string) => Effect.Effect<ApiKey, ApiKeyMissing>
    /** Locked until the transaction ends. */
    readonly getForUpdate: (xid: string) => Effect.Effect<ApiKey, ApiKeyMissing>
    /** Oldest first; with `organization` (external id) only that organization's keys. */
    readonly list: (organization: string | undefined) => Effect.Effect<ReadonlyArray<Credential>>
    readonly insert: (key: NewApiKey) => Effect.Effect<ApiKey>
    /** Revokes the key at `at` unless it ended earlier, and notifies every process (PAR-100). */
    readonly updateRevokedAt: (xid: string, at: DateTime.Utc) => Effect.Effect<ApiKey, ApiKeyMissing>
    /** Expires the key at `at` unless it expires earlier, and notifies every process. */
    readonly updateExpiresAt: (xid: string, at: DateTime.Utc) => Effect.Effect<ApiKey, ApiKeyMissing>
    /** Records the key's successor unless it has one already; returns its successor, by external id. */
    readonly updateReplacedBy: (xid: string, by: string) => Effect.Effect<string, ApiKeyMissing>
    /** Records the last uses of keys; a later stored time is kept. Does not notify other processes. */
    readonly updateLastUsed: (uses: ReadonlyArray<KeyUse>) => Effect.Effect<void>
  }
>()("hub/domain/access/ApiKeys") {}
