import { Context, type Effect, type Option, Schema } from "effect"
import { Organization } from "../organizations/Organization.ts"
import { ApiKey, Integration } from "./ApiKey.ts"
import type { KeyUse } from "./ApiKeys.ts"

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
    /** Notes that a key was accepted; it is stored after the request, at most once a minute for a key. */
    readonly markUsed: (use: KeyUse) => Effect.Effect<void>
    /**
     * To be called in the transaction that changes a key: for longer than one takes, nothing kept of it counts, so that
     * this process sees the change with its commit.
     */
    readonly changing: (key: Pick<ApiKey, "secretHash">) => Effect.Effect<void>
    /** Drops all that is kept, for whoever replaces what is stored. */
    readonly forget: Effect.Effect<void>
  }
>()("hub/domain/access/Credentials") {}
