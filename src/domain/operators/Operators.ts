import { Context, type Effect, type Option } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { Operator, OperatorId } from "./Operator.ts"

/** The people who sign in for an organization, and the platform's staff. */
export class Operators extends Context.Service<
  Operators,
  {
    /** By token subject, in any status. */
    readonly find: (identitySubject: string) => Effect.Effect<Option.Option<Operator>>
    /** By row id, within the organization, in any status. */
    readonly findById: (organizationId: OrganizationId, id: OperatorId) => Effect.Effect<Option.Option<Operator>>
  }
>()("hub/domain/operators/Operators") {}
