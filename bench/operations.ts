import { hubKeys } from "../src/demo/demoHubKeys.ts"
import { encodeRequest, type LoadRequest } from "./load.ts"

/** One operation as it is measured. */
export interface Operation {
  readonly name: string
  readonly what: string
  readonly method: "GET" | "POST"
  readonly path: string
  readonly expectedStatus: number
  readonly headers: Readonly<Record<string, string>>
  /** Whether a parsed body is what the operation should answer. */
  readonly accepts: (body: unknown) => boolean
}

const count = (body: unknown, list: string): number => {
  const value: unknown = Reflect.get(Object(body), list)
  return Array.isArray(value) ? value.length : -1
}

const read = (
  name: string,
  what: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  list: string,
  length: number
): Operation => ({
  name,
  what,
  method: "GET",
  path,
  expectedStatus: 200,
  headers,
  accepts: (body) => count(body, list) === length
})

export const operations: ReadonlyArray<Operation> = [
  read(
    "listBrands",
    "25 brands with their venues",
    "/api/external/v1/brands",
    { authorization: `Bearer ${hubKeys.KH_D}` },
    "items",
    25
  )
]

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The stream of requests that loads an operation. */
export const requestsOf = (operation: Operation): (() => LoadRequest | undefined) => {
  const request: LoadRequest = {
    bytes: encodeRequest(operation.method, operation.path, operation.headers),
    accepts: (body) => operation.accepts(parsed(body))
  }
  return () => request
}
