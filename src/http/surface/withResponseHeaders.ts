import type { ApiHeader, ApiOperation } from "./ApiDocument.ts"

/** A documented operation whose answers of some statuses carry more headers. */
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
