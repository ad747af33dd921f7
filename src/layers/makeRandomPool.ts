import { randomFillSync } from "node:crypto"

const poolBytes = 4096

/**
 * Random bytes from the system, drawn for hundreds of ids at a time, because one call per id would dominate its cost.
 * Used bytes are wiped from the pool.
 */
export const makeRandomPool = (): ((size: number) => Uint8Array<ArrayBuffer>) => {
  const pool = new Uint8Array(poolBytes)
  let used = poolBytes
  return (size) => {
    if (size > poolBytes) return randomFillSync(new Uint8Array(size))
    if (used + size > poolBytes) {
      randomFillSync(pool)
      used = 0
    }
    const bytes = pool.slice(used, used + size)
    pool.fill(0, used, used + size)
    used += size
    return bytes
  }
}
