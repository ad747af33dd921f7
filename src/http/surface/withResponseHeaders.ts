import type { ApiHeader, ApiOperation } from "./documents/ApiDocument.ts"

/** Documents additional headers on the responses whose status `isCarried` accepts. */
export const withResponseHeaders =
  (headers: Readonly<Record<string, ApiHeader>>, isCarried: (status: string) => boolean) =>
  (operation: ApiOperation): ApiOperation => ({
    ...operation,
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [
        status,
        isCarried(status) ? { ...response, headers: { ...response.headers, ...headers } } : response
      ])
    )
  })
