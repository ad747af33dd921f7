import { Effect } from "effect"
import { surfaces } from "../../../src/cli/server/application.ts"
import { demoDataset } from "../../../src/demo/demoDataset.ts"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { hubSecret, storedSecret } from "../../../src/demo/demoSecrets.ts"
import { hubPermissions } from "../../../src/domain/access/hubPermissions.ts"
import { HubAccess } from "../../../src/http/hub/HubAccess.ts"
import { matrix } from "../../support/matrix/matrix.ts"
import type { MatrixFacts } from "../../support/matrix/MatrixFacts.ts"
import { hubSamples } from "../../support/samples/hubSamples.ts"
import { isProblem } from "../../support/http/isProblem.ts"

const hub = surfaces.filter(({ name }) => name === "hub")
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

const keyName = (permissions: ReadonlyArray<string>) => `matrix ${permissions.toSorted().join()}`

/** Each permission alone, and all permissions but each. */
const permissionSets: ReadonlyArray<ReadonlyArray<string>> = hubPermissions.flatMap((permission) => [
  [permission],
  hubPermissions.filter((other) => other !== permission)
])

/** The demo data with a key like KH_all for every set of permissions. */
const dataset: MatrixFacts["dataset"] = (now) => {
  const demo = demoDataset(now)
  const { secretHash } = storedSecret(hubKeys.KH_all)
  const strongest = demo.apiKeys.filter((key) => key.secretHash === secretHash)
  const added = strongest.flatMap((key) =>
    permissionSets.map((permissions, index) => ({
      ...key,
      id: 9001 + index,
      xid: `019b76da-a800-7fff-8000-${String(index).padStart(12, "0")}`,
      name: keyName(permissions),
      ...storedSecret(hubSecret(keyName(permissions))),
      permissions
    }))
  )
  return { ...demo, apiKeys: [...demo.apiKeys, ...added] }
}

for (const surface of hub) {
  matrix({
    surface,
    proves: {
      credential: "HUB-014, HUB-078, HUB-080, HUB-085, HUB-087",
      permission: "HUB-015, HUB-016",
      requestId: "HUB-009, HUB-010",
      limits: "HUB-011, HUB-012, HUB-014",
      envelope: "HUB-087, HUB-088",
      input: "HUB-056, HUB-076",
      keys: "HUB-053, HUB-070, HUB-071, HUB-072",
      reach: "HUB-005"
    },
    samples: hubSamples,
    dataset,
    strongest: bearer(hubKeys.KH_all),
    actor: "key",
    holding: (permissions) => Effect.succeed(bearer(hubSecret(keyName(permissions)))),
    permissions: hubPermissions,
    access: [HubAccess.key],
    foreign: {
      "partner key": bearer(partnerKeys.PA),
      "partner key in its own header": { "x-api-key": partnerKeys.PA },
      "hub key in the partner's header": { "x-api-key": hubKeys.KH_all },
      Basic: { authorization: `Basic ${hubKeys.KH_all}` },
      "no token": { authorization: "Bearer" },
      "one character off": bearer(`${hubKeys.KH_all.slice(0, -1)}_`),
      expired: bearer(hubKeys.KH_expired),
      revoked: bearer(hubKeys.KH_revoked),
      "organization key of the identity provider": bearer(partnerKeys.POK)
    },
    keys: {
      required: true,
      codes: {
        missing: "missing_idempotency_key",
        reused: "idempotency_conflict",
        inFlight: "idempotency_in_progress"
      },
      asSent: false
    },
    strictReach: true,
    malformedCode: "invalid_body",
    strictBodies: true,
    isFailure: isProblem
  })
}
