import { DateTime } from "effect"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import { rowsOf } from "../rows/rowsOf.ts"
import { json, statementOf } from "./statementOf.ts"

const signedAt = "2026-01-02T03:04:05.000Z"

/** The statements of a chat platform's callback. Generic row statements take JSON. */
export const callbackStatements = {
  installation: statementOf(
    "installation",
    rowsOf("chatInstallations"),
    (installations) => installations.find({ xid: "installation" }),
    { key: json({ xid: "installation" }) }
  ),
  organization: statementOf(
    "organization",
    rowsOf("organizations"),
    (organizations) => organizations.find({ id: OrganizationId.make(7001) }),
    { key: json({ id: 7001 }) }
  ),
  takeRequest: statementOf(
    "takeRequest",
    rowsOf("providerRequestLog"),
    (requests) =>
      requests.insertMissing({ installationId: 7002, signedAt: DateTime.makeUnsafe(signedAt), signature: "signature" }),
    { row: json({ installation_id: 7002, signed_at: signedAt, signature: "signature" }) }
  )
}
