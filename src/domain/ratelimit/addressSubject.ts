const quad = /^(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/
const group = /^[0-9a-f]{1,4}$/

/** The groups on one side of `::` as numbers; a dotted quad may stand for the last two. */
const groupsOf = (text: string, quadAllowed: boolean): Array<number> | undefined => {
  if (text === "") return []
  const parts = text.split(":")
  const groups: Array<number> = []
  for (const [i, part] of parts.entries()) {
    if (group.test(part)) groups.push(Number.parseInt(part, 16))
    else if (quadAllowed && i === parts.length - 1 && quad.test(part)) {
      const [a = 0, b = 0, c = 0, d = 0] = part.split(".").map(Number)
      groups.push(a * 256 + b, c * 256 + d)
    } else return undefined
  }
  return groups
}

const expand = (text: string): ReadonlyArray<number> | undefined => {
  const [left = "", right, ...more] = text.split("::")
  if (more.length > 0) return undefined
  const head = groupsOf(left, right === undefined)
  if (head === undefined || right === undefined) return head?.length === 8 ? head : undefined
  const tail = groupsOf(right, true)
  if (tail === undefined || head.length + tail.length > 7) return undefined
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}

const isMapped = (groups: ReadonlyArray<number>) =>
  groups[5] === 0xffff && groups.slice(0, 5).every((value) => value === 0)

/**
 * The subject of a per-address limit: an IPv4 address, even when mapped into IPv6, or the /64 prefix of an IPv6
 * address, since one host commonly owns all of it (PUB-014, HUB-090). Any other text is used as is.
 */
export const addressSubject = (ip: string): string => {
  if (!ip.includes(":")) return ip
  const zone = ip.indexOf("%")
  const groups = expand((zone === -1 ? ip : ip.slice(0, zone)).toLowerCase())
  if (groups === undefined) return ip
  if (isMapped(groups)) {
    const [high = 0, low = 0] = groups.slice(6)
    return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`
  }
  return `${groups
    .slice(0, 4)
    .map((value) => value.toString(16))
    .join(":")}::/64`
}
