import { Schema } from "effect"
import { RowId } from "../shared/Scalars.ts"

/** A request that was taken, so that it is taken once (INT-039). `signature` is its header, which has one spelling only. */
export const ProviderRequest = Schema.Struct({
  installationId: RowId,
  signedAt: Schema.DateTimeUtc,
  signature: Schema.String
})
export type ProviderRequest = typeof ProviderRequest.Type
