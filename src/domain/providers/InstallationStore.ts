import type { Effect, Option } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { Installation } from "./Installation.ts"

/** The store methods common to both kinds of installations. */
export interface InstallationStore<Of extends Installation> {
  /**
   * By external id, before its organization is known: only active ones of active organizations. Takes equally long
   * whether or not it exists.
   */
  readonly findActive: (xid: string) => Effect.Effect<Option.Option<Of>>
  /** The installations of one organization, oldest first. */
  readonly list: (organizationId: OrganizationId) => Effect.Effect<ReadonlyArray<Of>>
  readonly insert: (installation: Omit<Of, "id">) => Effect.Effect<void>
  /** Replaces the signing secrets; false, without effect, if the current one is no longer that of `installation`. */
  readonly updateSecrets: (
    installation: Pick<Installation, "id" | "organizationId" | "secretEnc">,
    secrets: Pick<Installation, "secretEnc" | "formerSecretEnc" | "rotatedAt">
  ) => Effect.Effect<boolean>
}
