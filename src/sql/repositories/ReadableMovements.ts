import { Schema, SchemaGetter } from "effect"
import { WalletEntry } from "../../domain/wallet/Wallet.ts"

const { movements } = WalletEntry.fields

const isMovements = Schema.is(movements)

/** The movements of an entry; null if the column holds anything else, so that verifying can name the entry. */
export const ReadableMovements = Schema.Unknown.pipe(
  Schema.decodeTo(Schema.toType(Schema.NullOr(movements)), {
    decode: SchemaGetter.transform((value: unknown) => (isMovements(value) ? value : null)),
    encode: SchemaGetter.forbidden(() => "Movements are only read here")
  })
)
