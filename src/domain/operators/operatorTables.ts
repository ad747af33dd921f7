import { table } from "../dataset/Table.ts"
import { Operator } from "./Operator.ts"
import { OperatorSession } from "./OperatorSession.ts"

/** The operators of organizations and of the platform. */
export const operatorTables = {
  operators: table(Operator, {
    key: ["id"],
    uniques: { operators_identity_subject_key: { fields: ["identitySubject"] } },
    references: { operators_organization_id_fkey: { fields: ["organizationId"], to: "organizations" } },
    tenant: "organizationId",
    global: { identitySubject: "an access token identifies the operator, who determines the organization" }
  }),
  operatorSessions: table(OperatorSession, {
    key: ["id"],
    uniques: { operator_sessions_id_hash_key: { fields: ["idHash"] } },
    references: { operator_sessions_operator_id_fkey: { fields: ["operatorId"], to: "operators" } },
    tenant: "operatorId",
    global: { idHash: "a cookie identifies the session, which determines the operator" }
  })
}
