import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"
import { instantText } from "./instantText.ts"

/** Four bytes as a signed number. A view of the bytes would be made for each, and weighs more than what it reads. */
const wordAt = (bytes: Uint8Array, offset: number): number =>
  ((bytes[offset] ?? 0) << 24) |
  ((bytes[offset + 1] ?? 0) << 16) |
  ((bytes[offset + 2] ?? 0) << 8) |
  (bytes[offset + 3] ?? 0)

/** What a column of the eight-byte type `oid` is read as; parameters of the type stay as the driver has them. */
const codec = (oid: number, read: (high: number, low: number) => unknown): PgTypes.Codec<unknown> => {
  const readAt = (bytes: Uint8Array, offset: number, size: number): Result.Result<unknown, PgTypes.CodecError> => {
    if (size !== 8) return Result.fail(new PgTypes.CodecError({ message: `Expected 8 bytes, received ${size}` }))
    return Result.succeed(read(wordAt(bytes, offset), wordAt(bytes, offset + 4) >>> 0))
  }
  return {
    read: readAt,
    decode: (bytes) => readAt(bytes, 0, bytes.length),
    encode: (value) => PgTypes.encode(value, oid),
    write: (sink, value) =>
      PgTypes.writeParameter(sink, { [PgTypes.ParameterTypeId]: PgTypes.ParameterTypeId, oid, value })
  }
}

const wordSize = 2 ** 32
/** PostgreSQL counts microseconds from the first moment of 2000. */
const epochMillis = Date.UTC(2000, 0, 1)

/**
 * How columns arrive. A page holds hundreds of times and numbers, and a schema that turns each into another costs more than
 * the rest of the page: so `timestamptz` arrives as an `Instant` (microseconds are dropped), and `int8` as a number where
 * that is exact, else as a bigint.
 */
export const columnTypes: PgTypes.Registry = PgTypes.makeRegistry()

columnTypes.register(
  PgTypes.OID.timestamptz,
  codec(PgTypes.OID.timestamptz, (high, low) => instantText(epochMillis + Math.floor((high * wordSize + low) / 1000))),
  { arrayOid: PgTypes.OID.timestamptzArray }
)
columnTypes.register(
  PgTypes.OID.int8,
  codec(PgTypes.OID.int8, (high, low) => {
    const value = high * wordSize + low
    return Number.isSafeInteger(value) ? value : (BigInt(high) << 32n) | BigInt(low)
  }),
  { arrayOid: PgTypes.OID.int8Array }
)
