import { Effect } from "effect"
import { audit } from "../audit/audit.ts"
import type { Organization } from "../organizations/Organization.ts"
import { atomically } from "../shared/atomically.ts"
import { Digests } from "../shared/Digests.ts"
import { Vault } from "../shared/Vault.ts"
import { InsightSealed } from "./InsightErrors.ts"
import { InsightFeed, type RecordHash } from "./InsightFeed.ts"
import { aboutPmsGuestId, mintInsightSecret, pmsGuestIdPurpose } from "./insightSecrets.ts"

const recordsPerBatch = 2000

/** The number of rehashed records. */
export interface InsightRotation {
  readonly records: number
}

/**
 * Replaces the secret of an organization's guest hashes and rehashes every record under the new one (PAR-062), in one
 * transaction: callers see only former hashes until it commits, and only new ones afterwards. Imports wait for it.
 */
export const rotateInsightSecret = Effect.fnUntraced(function* (
  { id: organizationId, xid }: Pick<Organization, "id" | "xid">,
  onProgress: (rotation: InsightRotation) => Effect.Effect<void>
) {
  const feed = yield* InsightFeed
  const digests = yield* Digests
  const vault = yield* Vault
  const { row, secret } = yield* mintInsightSecret(organizationId)
  yield* feed.insertSecret(row)
  yield* feed.findSecretForUpdate(organizationId)
  yield* feed.updateSecret(row)

  const rehash = Effect.fnUntraced(function* ({ hashedPmsGuestId, id, pmsGuestIdEnc }: RecordHash) {
    const formerBinding = aboutPmsGuestId(organizationId, hashedPmsGuestId)
    const text = vault.open(pmsGuestIdPurpose, formerBinding, pmsGuestIdEnc)
    if (text === undefined) return yield* new InsightSealed({ what: `The PMS guest id of record ${id}` })
    const hash = digests.hmac(secret, text)
    const newBinding = aboutPmsGuestId(organizationId, hash)
    return { id, hashedPmsGuestId: hash, pmsGuestIdEnc: vault.seal(pmsGuestIdPurpose, newBinding, text) }
  })

  let records = 0
  let after = 0
  let page: ReadonlyArray<RecordHash>
  do {
    page = yield* feed.listHashes({ organizationId, after, limit: recordsPerBatch })
    if (page.length > 0) {
      yield* feed.changeHashes({ organizationId, records: yield* Effect.forEach(page, rehash) })
      records += page.length
      after = page.at(-1)?.id ?? after
      yield* onProgress({ records })
    }
  } while (page.length === recordsPerBatch)
  yield* audit({
    organizationId,
    action: "insight_secret.rotated",
    subject: `organization:${xid}`,
    before: null,
    after: { records }
  })
  return { records } satisfies InsightRotation
}, atomically)
