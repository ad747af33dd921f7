import { Schema } from "effect"
import { HttpsUrl } from "../shared/HttpsUrl.ts"

const isHttps = Schema.is(HttpsUrl)

/** Whether an answer may be posted to a URL: https, at the installation's configured host, on the default port. */
export const isResponseAddress = (address: string, responseHost: string | null): boolean => {
  const url = isHttps(address) ? URL.parse(address) : null
  return url !== null && responseHost !== null && url.hostname === responseHost.toLowerCase() && url.port === ""
}
