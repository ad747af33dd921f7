import { type Check, fail, ok } from "./Check.ts"

/** What the libraries need. */
const needed = [22, 19] as const

/** Whether this Node is new enough. */
export const checkNode = (version: string): Check => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  const isEnough = major > needed[0] || (major === needed[0] && minor >= needed[1])
  return isEnough ? ok("node", version) : fail("node", `${version}; ${needed.join(".")} or newer is needed`)
}
