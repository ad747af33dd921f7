import { Context, type Effect, type Option, Schema } from "effect"
import { Organization } from "../organizations/Organization.ts"
import { ApiKey, Integration, type KeyUse } from "./ApiKey.ts"

/** A key with its owner. `organization` is null for global staff, `integration` for partner keys. */
export const Credential = Schema.Struct({
  key: ApiKey,
  organization: Schema.NullOr(Organization),
  integration: Schema.NullOr(Integration)
})
export type Credential = typeof Credential.Type

/**
 * Keys by the secret that callers present. Results may be cached for less than a minute; a revocation overwrites them
 * (PAR-100).
 */
export class Credentials extends Context.Service<
  Credentials,
  {
    /** The key with this secret in any state: the caller checks expiry and revocation. */
    readonly find: (secret: string) => Effect.Effect<Option.Option<Credential>>
    /** Notes that a key was accepted; stored after the request, at most once a minute per key. */
    readonly markUsed: (use: KeyUse) => Effect.Effect<void>
    /**
     * Call it in the transaction that changes a key: it bypasses the cache for that key for longer than a transaction
     * takes, so that this process sees the change as soon as it commits.
     */
    readonly changing: (key: Pick<ApiKey, "secretHash">) => Effect.Effect<void>
    /** Clears the cache; for use after the stored keys were replaced. */
    readonly forget: Effect.Effect<void>
  }
>()("hub/domain/access/Credentials") {}
