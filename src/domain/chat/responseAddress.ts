import { Schema } from "effect"
import { HttpsUrl } from "../shared/HttpsUrl.ts"

const isHttps = Schema.is(HttpsUrl)

/** Whether an answer may be posted to an address: https, at the host that the installation is configured with, and its own port. */
export const isResponseAddress = (address: string, responseHost: string | null): boolean => {
  const url = isHttps(address) ? URL.parse(address) : null
  return url !== null && responseHost !== null && url.hostname === responseHost.toLowerCase() && url.port === ""
}
