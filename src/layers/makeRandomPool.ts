import { randomFillSync } from "node:crypto"

const poolBytes = 4096

/**
 * Random bytes of the system, drawn for hundreds of ids at a time: one call per id would dominate its cost. Used bytes
 * are wiped from the pool.
 */
export const makeRandomPool = (): ((size: number) => Uint8Array<ArrayBuffer>) => {
  const pool = new Uint8Array(poolBytes)
  let given = poolBytes
  return (size) => {
    if (size > poolBytes) return randomFillSync(new Uint8Array(size))
    if (given + size > poolBytes) {
      randomFillSync(pool)
      given = 0
    }
    const bytes = pool.slice(given, given + size)
    pool.fill(0, given, given + size)
    given += size
    return bytes
  }
}
