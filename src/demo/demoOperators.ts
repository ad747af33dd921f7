import { Record } from "effect"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import { OperatorId } from "../domain/operators/Operator.ts"
import { type OrganizationName, organizationIds } from "./demoOrganizations.ts"
import { type VenueName, venues } from "./venues.ts"

interface OperatorFact {
  readonly id: number
  readonly organization: OrganizationName | null
  readonly title: string
  readonly staff?: boolean
  readonly reach?: ReadonlyArray<VenueName>
  readonly deactivated?: boolean
}

/** `a`, `noorg` and `staff` have tokens in the manifest; `v1` reaches V1 only. */
const facts = {
  a: { id: 501, organization: "A", title: "One" },
  noorg: { id: 502, organization: null, title: "Two" },
  staff: { id: 503, organization: null, title: "Three", staff: true },
  v1: { id: 504, organization: "A", title: "Four", reach: ["V1"] },
  deactivated: { id: 505, organization: "A", title: "Five", deactivated: true },
  b: { id: 506, organization: "B", title: "Six" }
} as const satisfies Readonly<Record<string, OperatorFact>>

export type OperatorName = keyof typeof facts

/** Internal id of an operator. */
export const operatorId = (name: OperatorName) => OperatorId.make(facts[name].id)

/** `sub` of an operator's tokens, which also identifies the operator in events and as owner. */
export const operatorSubject = (name: OperatorName) => `demo-operator-${name}`

/** Display name of an operator. */
export const operatorTitle = (name: OperatorName) => `Operator ${facts[name].title}`

export const demoOperators = (): Pick<Dataset, "operators"> => ({
  operators: Record.toEntries<OperatorName, OperatorFact>(facts).map(([name, fact]) => ({
    id: operatorId(name),
    organizationId: fact.organization === null ? null : organizationIds[fact.organization],
    identitySubject: operatorSubject(name),
    name: operatorTitle(name),
    email: `operator-${name}@example.com`,
    isStaff: fact.staff === true,
    globalScope: fact.staff === true,
    allVenues: fact.reach === undefined && (fact.organization !== null || fact.staff === true),
    venueIds: (fact.reach ?? []).map((venue) => venues[venue].id),
    status: fact.deactivated === true ? "deactivated" : "active"
  }))
})
