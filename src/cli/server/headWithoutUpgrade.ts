import type { IncomingMessage } from "node:http"

/**
 * The head of a request as received, but without its `Upgrade` fields, so that Node parses it as an ordinary request.
 * Not longer than the original, whose size is within the limit.
 */
export const headWithoutUpgrade = ({ httpVersion, method, rawHeaders, url }: IncomingMessage): Buffer => {
  const fields = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && name.toLowerCase() !== "upgrade" ? [`${name}:${rawHeaders[index + 1]}`] : []
  )
  return Buffer.from([`${method} ${url} HTTP/${httpVersion}`, ...fields, "", ""].join("\r\n"), "latin1")
}
