import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"
import { instantText } from "./instantText.ts"

/** Four bytes as a signed integer. Allocating a `DataView` per value would cost more than reading it. */
const wordAt = (bytes: Uint8Array, offset: number): number =>
  ((bytes[offset] ?? 0) << 24) |
  ((bytes[offset + 1] ?? 0) << 16) |
  ((bytes[offset + 2] ?? 0) << 8) |
  (bytes[offset + 3] ?? 0)

/** Decodes results of the eight-byte type `oid`; parameters are encoded like the driver does. */
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
/** The PostgreSQL epoch: timestamps count microseconds from 2000-01-01. */
const epochMillis = Date.UTC(2000, 0, 1)

/**
 * How result columns are decoded: `timestamptz` as an `Instant` (microseconds dropped), and `int8` as a number if
 * exact, else as a bigint. Converting hundreds of times and numbers by schema would cost more than the rest of a page.
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
