import { guestXid, type GuestName } from "./demoGuests.ts"
import { type IntegrationName, integrationIds, integrationXid } from "./demoIntegrations.ts"
import { operatorId, type OperatorName, operatorSubject } from "./demoOperators.ts"

/** Who can own an Action. */
export type OwnerFact =
  | { readonly kind: "integration"; readonly name: IntegrationName }
  | { readonly kind: "operator"; readonly name: OperatorName }

/** Who can move an Action in the demo data. */
export type MoverFact = OwnerFact | { readonly kind: "system" }

/** The actor of an event. */
export type ActorFact =
  | OwnerFact
  | { readonly kind: "guest"; readonly name: GuestName }
  | { readonly kind: "assistant" | "system" }

/** The external id by which an event names its actor; the assistant and the system have none. */
export const actorId = (actor: ActorFact): string | null => {
  switch (actor.kind) {
    case "integration":
      return integrationXid(actor.name)
    case "operator":
      return operatorSubject(actor.name)
    case "guest":
      return guestXid(actor.name)
    default:
      return null
  }
}

/** The owner columns of an Action. */
export const ownerColumns = (owner: OwnerFact | undefined) => ({
  ownerKind: owner?.kind ?? null,
  ownerIntegrationId: owner?.kind === "integration" ? integrationIds[owner.name] : null,
  ownerOperatorId: owner?.kind === "operator" ? operatorId(owner.name) : null
})
