import { type Check, fail, ok } from "./Check.ts"

/** The oldest version that the dependencies support. */
const minimum = [22, 19] as const

/** Whether this Node is new enough. */
export const checkNode = (version: string): Check => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  const isEnough = major > minimum[0] || (major === minimum[0] && minor >= minimum[1])
  return isEnough ? ok("node", version) : fail("node", `${version}; ${minimum.join(".")} or newer is required`)
}
