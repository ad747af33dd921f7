import { Schema } from "effect"
import { RowId } from "../shared/Scalars.ts"

/**
 * A processed request, stored to detect replays (INT-039). `signature` is its header, which has a single valid
 * spelling.
 */
export const ProviderRequest = Schema.Struct({
  installationId: RowId,
  signedAt: Schema.DateTimeUtc,
  signature: Schema.String
})
export type ProviderRequest = typeof ProviderRequest.Type
