import { Context, type Effect, type Option, Schema } from "effect"
import { Organization } from "../organizations/Organization.ts"
import { ApiKey, Integration } from "./ApiKey.ts"

/** A key with what it belongs to. `organization` is null for global staff, `integration` for partner keys. */
export const Credential = Schema.Struct({
  key: ApiKey,
  organization: Schema.NullOr(Organization),
  integration: Schema.NullOr(Integration)
})
export type Credential = typeof Credential.Type

/** Keys by what callers present. Answers may be remembered for less than a minute; a revocation overwrites them (PAR-100). */
export class Credentials extends Context.Service<
  Credentials,
  {
    /** The key whose secret this is, whatever its state: expiry and revocation are the caller's to judge. */
    readonly find: (secret: string) => Effect.Effect<Option.Option<Credential>>
    /** Drops whatever is remembered: for changes made by this process where no message tells of them. */
    readonly forget: Effect.Effect<void>
  }
>()("hub/domain/access/Credentials") {}
