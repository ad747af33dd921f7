import type { Effect, Option } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { Installation } from "./Installation.ts"

/** What both kinds of installations are asked for. */
export interface InstallationStore<Of extends Installation> {
  /** By external id, before its organization is known: those in use, of active organizations. As long for none as for one. */
  readonly findActive: (xid: string) => Effect.Effect<Option.Option<Of>>
  /** Of one organization, oldest first. */
  readonly list: (organizationId: OrganizationId) => Effect.Effect<ReadonlyArray<Of>>
  readonly insert: (installation: Omit<Of, "id">) => Effect.Effect<void>
  /** Replaces the signing secrets. */
  readonly updateSecrets: (
    installation: Pick<Installation, "id" | "organizationId" | "secretEnc" | "formerSecretEnc" | "rotatedAt">
  ) => Effect.Effect<void>
}
