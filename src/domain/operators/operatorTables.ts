import { table } from "../dataset/Table.ts"
import { Operator } from "./Operator.ts"

/** The operators of organizations and of the platform. */
export const operatorTables = {
  operators: table(Operator, {
    key: ["id"],
    uniques: { operators_identity_subject_key: { fields: ["identitySubject"] } },
    references: { operators_organization_id_fkey: { fields: ["organizationId"], to: "organizations" } },
    tenant: "organizationId",
    global: { identitySubject: "an access token names the operator, who names the organization" }
  })
}
